// Every product of the app, in the order of the menu. What is not listed here does not exist.
import type { MovementKind } from '@candor/wire';
import type { MenuEntry, MovementWords, ProductFace } from '../session/product-face.ts';
import type { Products } from '../session/products.ts';
import type { TextPart } from '../text/parts.ts';
import { alertsFace } from '../alerts/face.ts';
import { assetsFace } from '../assets/face.ts';
import { purchasesFace } from '../purchases/face.ts';
import { contentFace } from '../content/face.ts';
import { contractsFace } from '../contracts/face.ts';
import { demoFace } from '../demo/face.ts';
import { depositsFace } from '../deposits/face.ts';
import { homeFace } from '../home/face.ts';
import { identityFace } from '../identity/face.ts';
import { kitFace } from '../kit/face.ts';
import { lendingFace } from '../lending/face.ts';
import { limitsFace } from '../limits/face.ts';
import { loginFace } from '../login/face.ts';
import { marketFace } from '../market/face.ts';
import { notificationsFace } from '../notifications/face.ts';
import { optionsFace } from '../options/face.ts';
import { personalFace } from '../personal/face.ts';
import { proofFace } from '../proof/face.ts';
import { quotationFace } from '../quotation/face.ts';
import { receiptsFace } from '../receipts/face.ts';
import { registerFace } from '../register/face.ts';
import { securityFace } from '../security/face.ts';
import { shopFace } from '../shop/face.ts';
import { stakingFace } from '../staking/face.ts';
import { spotFace } from '../spot/face.ts';
import { supportFace } from '../support/face.ts';
import { swapFace } from '../swap/face.ts';
import { treatyFace } from '../treaty/face.ts';
import { vipFace } from '../vip/face.ts';
import { withdrawalsFace } from '../withdrawals/face.ts';

const listed = [
  homeFace,
  treatyFace,
  optionsFace,
  contractsFace,
  swapFace,
  assetsFace,
  stakingFace,
  purchasesFace,
  lendingFace,
  depositsFace,
  withdrawalsFace,
  shopFace,
  identityFace,
  contentFace,
  supportFace,
  proofFace,
  personalFace,
  quotationFace,
  marketFace,
  spotFace,
  receiptsFace,
  alertsFace,
  notificationsFace,
  demoFace,
  loginFace,
  registerFace,
  securityFace,
  limitsFace,
  vipFace,
  kitFace,
] as const;
export const faces: readonly ProductFace[] = listed;

/** The parts of the texts that a file of a product needs besides the first: `options/option-receipt`. */
export function textsOf(file: string): readonly TextPart[] {
  const { textPart, otherTexts = [] } = faces.find(({ name }) => name === file.split('/', 1)[0]) ?? {};
  return textPart === undefined || textPart === 'first' ? otherTexts : [textPart, ...otherTexts];
}

type Face = (typeof listed)[number];
type MovementsOf<One> = One extends { movements: infer Own } ? (words: Own) => void : never;
/** Of all faces together. */
type AllMovements = MovementsOf<Face> extends (words: infer All) => void ? All : never;

/** A kind that no face has words for is missing here by name. */
const movements: Readonly<Record<MovementKind, MovementWords>> = Object.assign(
  {},
  ...faces.map((face) => face.movements),
) as AllMovements;

export const products: Omit<Products, 'receipts'> = {
  tabs: faces.flatMap(({ tab }): readonly MenuEntry[] => (tab ? [tab] : [])),
  menu: faces.flatMap(({ menu = [] }) => menu),
  movements,
  openOrders: faces.flatMap(({ openOrders }) => (openOrders ? [openOrders] : [])),
  ordersOf: Object.assign({}, ...faces.map((face) => face.ordersOf)) as Products['ordersOf'],
};
