// Which order a line of a statement seems to be of, and what became of the line.
import type { ListedTransfer } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useT } from '../text/texts.ts';

export function TransferMatch({ item: { purchase_id: id, match, use } }: { item: ListedTransfer }) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-center gap-1">
      {id !== null && (
        <TextLink to={`/purchases/${id}`} size="small" isInline>
          {t('transfers.order')}
        </TextLink>
      )}
      {use === 'open' && (
        <Badge tone={match === 'reference' ? 'good' : 'neutral'}>{t(`transfers.match_${match}`)}</Badge>
      )}
    </span>
  );
}

export function TransferUse({ item: { use, reversed_on: reversedOn } }: { item: ListedTransfer }) {
  const t = useT();
  const word = t(`transfers.use_${use}`);
  return reversedOn !== null && use !== 'reversed' && use !== 'taken-back'
    ? `${word} · ${t('transfers.use_reversed')}`
    : word;
}
