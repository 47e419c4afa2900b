// A picture on its way: what is lost and when, what is tried again by itself, where a person may send it again, and what waits for it.
import type { Purchase } from '@candor/wire';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PictureInput } from '../src/data/picture-input.tsx';
import { sendPicture } from '../src/data/send-picture.ts';
import { usePicture } from '../src/data/use-picture.ts';
import { PayActions } from '../src/purchases/pay-actions.tsx';
import { needTexts, speak } from '../src/text/texts.ts';
import { PhotoField } from '../src/ui/photo-field.tsx';
import { closeApp, openApp } from './support/app.tsx';
import { hideParts, showParts } from './support/kit.tsx';
import { answerCalls } from './support/wire.ts';

class Upload extends EventTarget {
  upload = new EventTarget();
  responseText = '';
  file: Blob | undefined;
  open(): void {}
  send(form: FormData): void {
    this.file = form.get('file') as Blob;
    uploads.push(this);
  }
  abort(): void {
    this.end('abort');
  }
  end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
  answer(answer: object): void {
    this.responseText = JSON.stringify(answer);
    this.end('load');
  }
}

let uploads: Upload[] = [];
beforeEach(() => {
  uploads = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  closeApp();
  hideParts();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const there = { data: { path: '/photo/pic_1' } };

async function begin() {
  vi.useFakeTimers();
  const lost: number[] = [];
  const begun = { lost, shares: [] as number[], end: undefined as unknown, stop: new AbortController() };
  const pictureOf = async (count: number): Promise<Blob> => {
    lost.push(count);
    return new Blob(['x']);
  };
  const onProgress = (share: number): void => void begun.shares.push(share);
  void sendPicture(pictureOf, { onProgress, signal: begun.stop.signal }).then((sent) => (begun.end = sent));
  await pass(0);
  return begun;
}

const moveOn = (loaded: number): boolean =>
  uploads.at(-1)!.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }));

test('a line that is silent is lost, and what is sent next is smaller; after three times it is said', async () => {
  const begun = await begin();
  await pass(29);
  expect(uploads).toHaveLength(1);
  await pass(2.1);
  expect(uploads).toHaveLength(2);
  await pass(32.1);
  expect(uploads).toHaveLength(3);
  expect(begun.end).toBeUndefined();
  await pass(30.1);
  expect(begun.end).toEqual({ code: 'unreachable', facts: {} });
  expect(begun.lost).toEqual([0, 1, 2]);
});

test('one that moves on is waited for, and its answer too, but not for ever', async () => {
  const begun = await begin();
  for (let loaded = 10; loaded <= 100; loaded += 10) {
    await pass(20);
    moveOn(loaded);
  }
  uploads[0]!.upload.dispatchEvent(new Event('load'));
  await pass(44);
  expect(uploads).toHaveLength(1);
  expect(begun.shares.at(-1)).toBe(1);
  await pass(2.1);
  expect(uploads).toHaveLength(2);
  expect(begun.shares.at(-1)).toBe(0);
  uploads[1]!.answer(there);
  await pass(0);
  expect(begun.end).toEqual(there.data);
  await pass(200);
  expect(uploads).toHaveLength(2);
});

test('what came too slowly is lost, who is busy is asked again for the same, and a refusal is said at once', async () => {
  const begun = await begin();
  uploads[0]!.answer({ code: 'malformed' });
  await pass(1.1);
  uploads[1]!.answer({ code: 'busy' });
  await pass(2.1);
  expect(begun.lost).toEqual([0, 1, 1]);
  uploads[2]!.answer({ code: 'image-type' });
  await pass(0);
  expect(begun.end).toEqual({ code: 'image-type', facts: {} });
});

test('nothing is sent again that nobody wants any more', async () => {
  const { stop } = await begin();
  uploads[0]!.end('error');
  await pass(0.5);
  stop.abort();
  await pass(60);
  expect(uploads).toHaveLength(1);
});

test('nor is what nobody wants any more once it is drawn', async () => {
  const stop = new AbortController();
  const pictureOf = async (): Promise<Blob> => {
    stop.abort();
    return new Blob(['x']);
  };
  const sent = await sendPicture(pictureOf, { onProgress: () => undefined, signal: stop.signal });
  expect([uploads, sent]).toEqual([[], { code: 'unreachable', facts: {} }]);
});

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function showInput(): Promise<string[]> {
  await speak('en');
  await needTexts(['pictures']);
  const paths: string[] = [];
  showParts(<Input onPath={(path) => paths.push(path)} />);
  await expect.element(add()).toBeVisible();
  return paths;
}

function Input({ onPath }: { onPath: (path: string) => void }): ReactNode {
  return <PictureInput label="Add" note="A proof" sending="On its way" picture={usePicture(onPath)} />;
}

const add = () => page.getByRole('button', { name: 'Add' });

const again = () => page.getByRole('button', { name: 'Send again' });
const photo = (): Promise<File> =>
  new Promise((resolve) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3_000, height: 300 });
    canvas.toBlob((blob) => resolve(new File([blob!], 'a.png', { type: 'image/png' })), 'image/png');
  });

test('what could not be kept is sent again at a tap, drawn small as before', async () => {
  const paths = await showInput();
  await choose(await photo());
  await expect.poll(() => uploads.length).toBe(1);
  const { width } = await createImageBitmap(uploads[0]!.file!);
  expect([uploads[0]!.file!.type, width]).toEqual(['image/jpeg', 2_400]);
  uploads[0]!.answer({ code: 'upload-failed' });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to upload image/);
  await userEvent.click(again());
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]!.answer(there);
  await expect.poll(() => paths).toEqual(['', '', there.data.path]);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('who goes by keys keeps the place: its buttons are busy, and the one that goes leaves the focus to the other', async () => {
  await showInput();
  await choose(await photo());
  await expect.poll(() => uploads.length).toBe(1);
  await expect.element(add()).toHaveAttribute('aria-busy', 'true');
  await choose(await photo());
  uploads[0]!.answer({ code: 'upload-failed' });
  await expect.element(again()).toBeVisible();
  expect(uploads, 'nothing is chosen meanwhile').toHaveLength(1);
  (again().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(again()).toHaveAttribute('aria-busy', 'true');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(again()).toHaveFocus();
  await expect.poll(() => uploads.length).toBe(2);
  uploads[1]!.answer(there);
  await expect.element(again()).not.toBeInTheDocument();
  await expect.element(add()).toHaveFocus();
});

test('it is on its way as soon as it is chosen, and a refusal says how long to wait', async () => {
  await showInput();
  const drawing = Promise.withResolvers<ImageBitmap>();
  vi.stubGlobal('createImageBitmap', () => drawing.promise);
  await choose(await photo());
  await expect.element(page.getByRole('status')).toHaveTextContent('On its way');
  expect(uploads).toEqual([]);
  // What can't be drawn goes as it is.
  drawing.resolve({} as ImageBitmap);
  await expect.poll(() => uploads.length).toBe(1);
  expect(uploads[0]!.file!.type).toBe('image/png');
  uploads[0]!.answer({ code: 'too-many-requests', facts: { seconds: '42' } });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/in 0:42/);
});

const paid = () => page.getByRole('button', { name: 'I have paid' });

test('an order is not said to be paid while its proof is on its way', async () => {
  await speak('en');
  await needTexts(['pictures', 'purchases']);
  const said: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    said.push(JSON.parse(body));
    return new Promise(() => undefined);
  });
  showParts(<PayActions order={{ id: 'pur_1', state: 'waiting-payment' } as Purchase} />);
  await expect.element(paid()).toBeEnabled();
  for (const path of ['/photo/pic_1', '/photo/pic_2']) {
    await choose(await photo());
    await expect.element(paid()).toBeDisabled();
    await expect.poll(() => uploads.at(-1)?.responseText).toBe('');
    uploads.at(-1)!.answer({ data: { path } });
    await expect.element(paid()).toBeEnabled();
  }
  await userEvent.click(paid());
  await expect.poll(() => said).toEqual([{ id: 'pur_1', proof: '/photo/pic_2' }]);
});

const ticketId = `sup_${'0'.repeat(26)}`;
const ticket = { ticket_id: ticketId, subject: 'A', about: '', state: 'answered', rating: null, can_rate: false, messages: [] }; // oxfmt-ignore

test.each(['/support/new', `/support/${ticketId}`])('a message waits for its picture: %s', async (path) => {
  answerCalls((call) => (call.includes('support') ? { data: ticket } : 'pending'));
  await openApp({ path });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect.element(send).toBeEnabled();
  await choose(await photo());
  await expect.element(send).toBeDisabled();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]!.answer(there);
  await expect.element(page.getByText('Picture 1')).toBeVisible();
  await expect.element(send).toBeEnabled();
});

test('a photo that is turned keeps its buttons, and their focus, while it is sent', async () => {
  const words = { choose: 'Choose', take: 'Take', turn: 'Turn', crop: 'Crop', again: 'Again' };
  const nothing = (): void => undefined;
  const field = (progress: number | undefined): ReactNode => (
    <PhotoField label="Front" hint="" url="data:," state="" words={words} progress={progress} onFile={nothing} onTurn={nothing} onCrop={nothing} onRetry={undefined} /> // oxfmt-ignore
  );
  showParts(field(undefined));
  const turn = page.getByRole('button', { name: 'Turn: Front' });
  await expect.element(turn).toBeVisible();
  (turn.element() as HTMLElement).focus();
  showParts(field(0));
  await expect.element(turn).toHaveAttribute('aria-busy', 'true');
  await expect.element(turn).toHaveFocus();
});

test('what is wrong with the image itself can not be sent again', async () => {
  await showInput();
  await choose(await photo());
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]!.answer({ code: 'upload-limit' });
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(again().elements()).toEqual([]);
});

test('of what this browser can not draw the server judges, where it could read it', async () => {
  await showInput();
  await choose(new File(['no picture'], 'a.jpg', { type: 'image/jpeg' }));
  await expect.poll(() => uploads.length).toBe(1);
  expect(await uploads[0]!.file!.text()).toBe('no picture');
  uploads[0]!.answer({ code: 'upload-failed' });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Failed to upload image/);
  expect(again().elements()).toEqual([]);
});

test.each(['image/heic', ''])(
  'a picture of a kind that neither can read is not called something else: %s',
  async (type) => {
    await showInput();
    await choose(new File(['ftypheic'], 'IMG_1.HEIC', { type }));
    await expect.element(page.getByRole('alert')).toMatchTextContent(/can’t be read here/);
    await choose(new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }));
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Only images are supported/);
    expect(uploads).toEqual([]);
  },
);
