// The slider of sheets while the price moves what is possible.
import { coins } from '@candor/wire';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SheetsField } from '../src/contracts/sheets-field.tsx';
import { hideParts, showParts } from './support/kit.tsx';

afterEach(hideParts);

function Host({ most, isShown = true }: { most: number; isShown?: boolean }) {
  const [{ sheets, share }, setDraft] = useState({ sheets: '', share: '' });
  const set = (changed: object): void => setDraft((now) => ({ ...now, ...changed }));
  const onChange = (typed: string): void => set({ sheets: typed });
  const field = { name: 'sheets', value: sheets, share, set, onChange, onBlur: () => undefined, error: undefined };
  return isShown && <SheetsField label="Sheets" coin={coins[0]!} most={most} {...field} />;
}

const setMost = (most: number): void => showParts(<Host most={most} />);

async function open(): Promise<void> {
  setMost(90);
  await expect.element(slider).toBeVisible();
  (slider.element() as HTMLInputElement).focus();
  await userEvent.keyboard('{End}');
}

const field = page.getByRole('textbox', { name: 'Sheets' });
const slider = page.getByRole('slider');

test('the whole of what is possible stays the whole, and a third a third', async () => {
  await open();
  await expect.element(field).toHaveValue('90');
  setMost(84);
  await expect.element(field).toHaveValue('84');
  setMost(99);
  await expect.element(field).toHaveValue('99');
  await userEvent.fill(slider, '33');
  setMost(90);
  await expect.element(field).toHaveValue('30');
  setMost(99);
  await expect.element(field).toHaveValue('33');
});

test('a number that was typed stays that number', async () => {
  await open();
  await userEvent.fill(field, '50');
  setMost(40);
  await expect.element(slider).toHaveAttribute('max', '40');
  await expect.element(field).toHaveValue('50');
});

test('a share outlives the sheet that the field stands in, and the review', async () => {
  await open();
  showParts(<Host most={90} isShown={false} />);
  await expect.element(slider).not.toBeInTheDocument();
  setMost(84);
  await expect.element(field).toHaveValue('84');
  await userEvent.fill(field, '50');
  showParts(<Host most={84} isShown={false} />);
  await expect.element(slider).not.toBeInTheDocument();
  setMost(40);
  await expect.element(field).toHaveValue('50');
});

test('what is possible is not known for a moment, and the number stays', async () => {
  await open();
  setMost(0);
  await expect.element(slider).toBeDisabled();
  await expect.element(field).toHaveValue('90');
});
