// Two short cuts that only the demo has: a verified identity without documents, and an account with play money.
import { openExperienceAccount, verifyMe } from '@candor/wire';
import { BadgeCheck, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { storeUser, useUser } from '../session/session.ts';
import { NewPasswordForm, newPassword } from '../data/new-password-form.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Icon } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';

export function VerifyCard(): ReactNode {
  const t = useT();
  const user = useUser();
  const verify = useSend(verifyMe);
  const isVerified = user?.status === '1';

  async function press(): Promise<void> {
    const outcome = await verify.send({});
    if (!outcome?.ok) return;
    storeUser(outcome.data);
    toast.success(t('demo.verifyDone'));
  }

  return (
    <Tool
      icon={BadgeCheck}
      title={t('demo.verifyTitle')}
      text={t('demo.verifyText')}
      end={isVerified ? <Badge tone="good">{t('demo.verified')}</Badge> : undefined}
    >
      {!isVerified && (
        <Button look="secondary" isWide isBusy={verify.isSending} onPress={() => void press()}>
          {t('demo.verifyButton')}
        </Button>
      )}
    </Tool>
  );
}

/** Screens are made anew when the account changes: this one then opens with the number of the new account. */
let opensWithNumber = false;

export function ExperienceCard(): ReactNode {
  const t = useT();
  const user = useUser();
  const [isOpen, setOpen] = useState(opensWithNumber);
  const isOne = user?.account_type === '0';
  function close(): void {
    opensWithNumber = false;
    setOpen(false);
  }
  return (
    <Tool
      icon={Sparkles}
      title={t('demo.experienceTitle')}
      text={t(isOne ? 'demo.experienceHere' : 'demo.experienceText')}
      end={isOne ? <Badge tone="warn">{t('demo.experienceNow')}</Badge> : undefined}
    >
      {!isOne && (
        <Button look="secondary" isWide onPress={() => setOpen(true)}>
          {t('demo.experienceButton')}
        </Button>
      )}
      <Sheet isOpen={isOpen} onClose={close} title={t('demo.experienceTitle')}>
        {!isOpen ? null : isOne ? <ExperienceNumber number={user.user_number} /> : <ExperienceForm />}
      </Sheet>
    </Tool>
  );
}

/** The account has no other name to log in with. */
function ExperienceNumber({ number }: { number: string }): ReactNode {
  const t = useT();
  return (
    <div className="flex items-center justify-between gap-2">
      <Text className="min-w-0">{t('demo.experienceDone', { number })}</Text>
      <CopyButton text={number} label={t('demo.experienceTitle')} />
    </div>
  );
}

function ExperienceForm(): ReactNode {
  const t = useT();
  const draft = useDraft({
    ...newPassword,
    call: openExperienceAccount,
    onDone(user) {
      opensWithNumber = true;
      storeUser(user);
    },
  });
  return (
    <NewPasswordForm
      draft={draft}
      text={t('demo.experiencePreview')}
      label={t('demo.experiencePassword')}
      submit={t('demo.experienceOpen')}
    />
  );
}

interface ToolProps {
  icon: Icon;
  title: string;
  text: string;
  end: ReactNode;
  children: ReactNode;
}

const Tool = ({ icon, title, text, end, children }: ToolProps): ReactNode => (
  <Card className="flex flex-col gap-3" label={title}>
    <div className="flex items-center gap-3">
      <RowIcon icon={icon} />
      <span className="flex min-w-0 flex-1 flex-col">
        <Text as="h2" weight="strong" size="large">
          {title}
        </Text>
        <Text size="small" tone="secondary">
          {text}
        </Text>
      </span>
      {end}
    </div>
    {children}
  </Card>
);
