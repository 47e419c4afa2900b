// The views of receipts as they are found in the product folders, `<kind>-receipt.tsx`: each loads with its words when it is shown.
import type { ComponentType } from 'react';
import { ReceiptLoading } from '../receipts/receipt-loading.tsx';
import type { ReceiptViewProps } from '../session/product-face.ts';
import type { Products } from '../session/products.ts';
import { needTexts } from '../text/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { textsOf } from './faces.ts';

interface ReceiptModule {
  ReceiptView: ComponentType<ReceiptViewProps>;
}

const files = import.meta.glob<ReceiptModule>(['../*/*-receipt.tsx', '!../receipts/**']);

export const receiptViews = Object.fromEntries(
  Object.entries(files).map(([path, load]) => {
    const [, file, kind] = /^\.\.\/(.*\/([\w-]+)-receipt)\.tsx$/.exec(path)!;
    const loadWithTexts = async () => (await Promise.all([load(), needTexts(textsOf(file!))]))[0].ReceiptView;
    return [kind, lazyPart(loadWithTexts, <ReceiptLoading />)];
  }),
) as Products['receipts'];
