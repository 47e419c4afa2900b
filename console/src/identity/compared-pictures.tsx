// Side by side: the pictures of a document, and of each account that it certifies already.
import type { IdentityCase as OpenedCase } from '@candor/wire';
import { Text } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { PictureView } from '../ui/picture-view.tsx';

type Twin = OpenedCase['duplicates'][number];
type Side = Twin['pictures'][number]['side'];

export function PicturesOf({ opened }: { opened: OpenedCase }): ReactNode {
  const t = useT();
  const twins = opened.duplicates.filter(({ pictures }) => pictures.length > 0);
  const sides = [['front', opened.front], ['back', opened.back]] as const; // oxfmt-ignore
  if (twins.length === 0)
    return (
      <div className="mt-3 grid grid-cols-2 gap-4">
        {sides.map(([side, path]) => path !== null && <Picture key={side} path={path} label={t(`identity.${side}`)} />)}
      </div>
    );
  return sides.map(([side, path]) => (
    <div key={side} className="mt-3 grid grid-cols-2 gap-4">
      {path !== null && (
        <div className="flex min-w-0 flex-col gap-1">
          <Text size="small" tone="faint">
            {t('identity.thisCase')}
          </Text>
          <Picture path={path} label={t(`identity.${side}`)} />
        </div>
      )}
      {twins.map((twin, place) => (
        <OfTwin key={twin.case_id} twin={twin} side={side} number={twins.length > 1 ? place + 1 : undefined} />
      ))}
    </div>
  ));
}

/** Accounts are told apart by their number where there are several, as their ids are long. */
function OfTwin({ twin, side, number }: { twin: Twin; side: Side; number: number | undefined }): ReactNode {
  const t = useT();
  const picture = twin.pictures.find((each) => each.side === side);
  if (!picture) return null;
  const label = [t(side === 'front' ? 'identity.frontCertified' : 'identity.backCertified'), number].filter(Boolean).join(' '); // oxfmt-ignore
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TextLink to={`/customers/${twin.account_id}`} size="small" isInline className="wrap-anywhere">
        {twin.account_id}
      </TextLink>
      {picture.path === null ? (
        <figure className="flex flex-col gap-1">
          <figcaption className="text-small font-strong">{label}</figcaption>
          <p className="rounded-card border border-line bg-sunk p-4 text-small text-secondary">
            {t('identity.deleted')}
          </p>
        </figure>
      ) : (
        <Picture path={picture.path} label={label} />
      )}
    </div>
  );
}

function Picture({ path, label }: { path: string; label: string }): ReactNode {
  const t = useT();
  const words = { zoomIn: t('identity.zoomIn'), zoomOut: t('identity.zoomOut'), turn: t('identity.turn'), notShown: t('identity.notShown') }; // oxfmt-ignore
  return <PictureView src={path} label={label} words={words} />;
}
