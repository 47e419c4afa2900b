// Up to three pictures of a message: sent as soon as they are chosen, and taken off again.
import { supportLimits } from '@candor/wire';
import type { ReactNode } from 'react';
import { PictureInput } from '../data/picture-input.tsx';
import type { DraftField } from '../data/use-draft.ts';
import { usePicture, type PictureState } from '../data/use-picture.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';

type Pictures = DraftField<readonly string[]>;

/** The one that is chosen next, for which the form's button waits. */
export const useNextPicture = ({ value, onChange }: Pictures): PictureState =>
  usePicture((path) => path !== '' && onChange([...value, path]));

export function PictureFields({ value, onChange, error, next }: Pictures & { next: PictureState }): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-col gap-2">
      {value.length > 0 && (
        <List isCard label={t('support.pictures')}>
          {value.map((path, place) => (
            <Row
              key={path}
              title={t('support.picture', { number: place + 1 })}
              end={
                <Button
                  isSmall
                  look="quiet"
                  label={t('support.removeOne', { number: place + 1 })}
                  onPress={() => onChange(value.filter((other) => other !== path))}
                >
                  {t('support.remove')}
                </Button>
              }
            />
          ))}
        </List>
      )}
      {value.length < supportLimits.pictures && (
        <PictureInput
          label={t('support.addPicture')}
          note={t('support.picturesNote', { count: supportLimits.pictures })}
          sending={t('support.pictureSending')}
          picture={next}
        />
      )}
      {error !== undefined && <Banner tone="danger">{error}</Banner>}
    </div>
  );
}
