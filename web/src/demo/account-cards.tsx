// Two short cuts that only the demo has: a verified identity without documents, and an account with play money.
import { openExperienceAccount, passwordLength, verifyMe } from '@candor/wire';
import { BadgeCheck, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { storeUser, useUser } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Icon } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { toast } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';

export function VerifyCard(): ReactNode {
  const t = useText();
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

export function ExperienceCard(): ReactNode {
  const t = useText();
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const isOne = user?.account_type === '0';
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
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('demo.experienceTitle')}>
        {isOpen && <ExperienceForm onDone={() => setOpen(false)} />}
      </Sheet>
    </Tool>
  );
}

function ExperienceForm({ onDone }: { onDone: () => void }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const open = useSend(openExperienceAccount, { shows: () => true });

  async function submit(): Promise<void> {
    const { min, max } = passwordLength;
    if (password.length < min || password.length > max) {
      setError(t('demo.passwordLength', { min, max }));
      return;
    }
    const outcome = await open.send({ user_password: password });
    if (outcome === undefined) return;
    if (!outcome.ok) {
      setError(words(outcome));
      return;
    }
    onDone();
    storeUser(outcome.data);
    toast.notice(t('demo.experienceDone', { number: outcome.data.user_number }), 6_000);
  }

  return (
    <Form className="gap-4" onSubmit={submit}>
      <Banner tone="info">{t('demo.experiencePreview')}</Banner>
      <PasswordField
        label={t('demo.experiencePassword')}
        autoComplete="new-password"
        enterKeyHint="go"
        strengthOf={password}
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" isWide isBusy={open.isSending}>
        {t('demo.experienceOpen')}
      </Button>
    </Form>
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
        <Words as="h2" weight="strong" size="large">
          {title}
        </Words>
        <Words size="small" tone="secondary">
          {text}
        </Words>
      </span>
      {end}
    </div>
    {children}
  </Card>
);
