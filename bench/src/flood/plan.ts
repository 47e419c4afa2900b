// What the flood is made of, as its process is told.

export interface FloodPlan {
  port: number;
  /** Sockets of one address, and sockets shared out over so many others. */
  fromOne: number;
  fromMany: number;
  addresses: number;
  /** Connections that read the documentation, and that read the archive, each as fast as it is answered. */
  readers: number;
}

/** stop: of asking; sockets stay. */
export type FloodOrder = 'ask' | 'stop' | 'report';

export interface FloodReport {
  /** Sockets that are open just now. */
  open: number;
  refused: number;
  ended: number;
  asked: number;
  answered: number;
  /** Pages of the documentation and of the archive that were answered. */
  pages: number;
}
