// A field that is left by pressing what stands below it.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { afterPress } from '../src/device/after-press.ts';

afterEach(() => document.body.replaceChildren());

/** A field whose fault takes room above a checkbox, once the field was left. */
function openForm(): { box: HTMLInputElement; note: HTMLElement } {
  const [field, note] = [document.createElement('input'), document.createElement('p')];
  const box = Object.assign(document.createElement('input'), { type: 'checkbox' });
  field.addEventListener('blur', () =>
    afterPress(() => {
      [note.textContent, note.style.height] = ['wrong', '80px'];
    }),
  );
  document.body.append(field, note, box);
  field.focus();
  return { box, note };
}

test('the press counts, and what it said comes after it', async () => {
  const { box, note } = openForm();
  await userEvent.click(box);
  expect(box.checked).toBe(true);
  await expect.poll(() => note.textContent).toBe('wrong');
});

test('left without a press, it is said as well', async () => {
  const { note } = openForm();
  await userEvent.tab();
  await expect.element(page.getByText('wrong')).toBeVisible();
  expect(note.textContent).toBe('wrong');
});

test('a press that the browser takes for something else holds nothing back', async () => {
  const { note } = openForm();
  dispatchEvent(new PointerEvent('pointerdown'));
  (document.activeElement as HTMLElement).blur();
  expect(note.textContent).toBe('');
  dispatchEvent(new PointerEvent('pointercancel'));
  await expect.poll(() => note.textContent).toBe('wrong');
});
