// Where approvals are signed: what a person reads before the passkey is asked for, and the signature of exactly what the page shows.
import { challengeOf, getOperatorAccess } from '@candor/wire';
import { canUsePasskeys, signShown } from '@candor/web/device/passkey.ts';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { currentTexts, useT } from '../text/texts.ts';
import { useMe } from './session.ts';
import { useRead } from './use-read.ts';

export interface Signing {
  isNeeded: boolean;
  /** False where this person, or this page, has no passkey to sign with. */
  isPossible: boolean;
  /** What goes along with the call; undefined where the person turned away. `textFor` makes the text for this operator. */
  sign: (textFor: (person: string) => string) => Promise<{ signature?: string } | undefined>;
}

/** `isSigned`: whether this is an approval that is signed where approvals are. */
export function useSigning(isSigned = true): Signing {
  const me = useMe();
  const { data } = useRead(getOperatorAccess, {});
  const isNeeded = isSigned && me.signs_approvals;
  return {
    isNeeded,
    isPossible: !isNeeded || (canUsePasskeys() && data !== undefined && data.passkeys.length > 0),
    async sign(textFor) {
      if (!isNeeded) return {};
      const signature = await signShown(await challengeOf(textFor(me.name)));
      if (signature === undefined) toast.error(currentTexts().t('shell.notSigned'));
      return signature === undefined ? undefined : { signature };
    },
  };
}

/** Shows nothing if approvals are not signed. `says`: text about what the passkey signs. */
export function SigningNote({
  isPossible,
  says = 'shell.signsNote',
}: Pick<Signing, 'isPossible'> & { says?: TextKey }): ReactNode {
  const t = useT();
  if (!useMe().signs_approvals) return null;
  if (isPossible) return <Note>{t(says)}</Note>;
  return (
    <Note>
      {t('shell.signsNeeds')}{' '}
      <TextLink to="/access" size="small" isInline>
        {t('shell.signsAccess')}
      </TextLink>
    </Note>
  );
}
