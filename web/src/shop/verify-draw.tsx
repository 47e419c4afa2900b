// The button that trusts nobody: fetches the list, draws again in this browser, and answers whether a ticket is in the list.
import type { ShopPeriod } from '@candor/wire';
import { Download, ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { List, Row } from '../ui/list.tsx';
import { readWhole } from '../ui/read-whole.ts';
import { Text } from '../ui/text.tsx';
import { CheckMark, Raw, Verdict } from '../ui/verdict.tsx';
import type { CheckedDraw } from './check-draw.ts';

type State = { kind: 'not-yet' | 'busy' | 'failed' } | { kind: 'done'; checked: CheckedDraw };
const looks = {
  verified: { tone: 'good', icon: ShieldCheck, title: 'shop.verified' },
  refuted: { tone: 'danger', icon: ShieldX, title: 'shop.refuted' },
  incomplete: { tone: 'warn', icon: ShieldQuestion, title: 'shop.incomplete' },
} as const;
const load = () => import('./check-draw.ts');

export function VerifyDraw({ period }: { period: ShopPeriod }): ReactNode {
  const t = useT();
  const [state, setState] = useState<State>({ kind: 'not-yet' });

  async function verify(): Promise<void> {
    setState({ kind: 'busy' });
    const checked = await load().then(({ checkDraw }) => checkDraw(period.periods_id)).catch(() => undefined); // oxfmt-ignore
    setState(checked ? { kind: 'done', checked } : { kind: 'failed' });
  }

  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {state.kind === 'failed' && <Banner tone="warn" title={t('shop.verifyUnable')} />}
      {state.kind === 'done' ? (
        <Found checked={state.checked} period={period} />
      ) : (
        <Button icon={ShieldCheck} isWide isBusy={state.kind === 'busy'} onPress={() => void verify()}>
          {t('shop.verify')}
        </Button>
      )}
      <FindTicket period={period} />
    </div>
  );
}

const listedAtMost = 50;

function Found({ checked, period }: { checked: CheckedDraw; period: ShopPeriod }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { tone, icon, title } = looks[checked.verdict];
  const url = `data:application/json;charset=utf-8,${encodeURIComponent(checked.text)}`;
  return (
    <>
      <Card look={tone}>
        <Verdict icon={icon} tone={tone} title={t(title)} note={t('shop.verifiedNote')} />
      </Card>
      <Card className="py-1">
        <List label={t('shop.checks')}>
          {checked.checks.map(({ name, ok, detail, isNote }) => {
            const look = !ok ? 'bad' : isNote ? 'note' : 'good';
            return (
              <Row
                key={name}
                start={<CheckMark state={look} word={t(`shop.mark_${look}`)} />}
                title={t(`shop.check_${name}`)}
                tone={ok ? 'text' : 'danger'}
                note={<Raw>{detail}</Raw>}
              />
            );
          })}
        </List>
      </Card>
      <Card className="flex flex-col gap-2" label={t('shop.list')}>
        <Text as="h3" weight="strong">
          {t('shop.list')}
        </Text>
        <ol className="flex flex-col gap-1">
          {checked.list.slice(0, listedAtMost).map((id, place) => (
            <li key={id}>
              <Raw>{`${place + 1} ${id}`}</Raw>
            </li>
          ))}
        </ol>
        {checked.list.length > listedAtMost && (
          <Text size="small" tone="secondary">
            {t('shop.listMore', { count: formats.whole(checked.list.length - listedAtMost) })}
          </Text>
        )}
      </Card>
      <a
        href={url}
        download={`draw-${period.periods_id}.json`}
        className="flex min-h-touch items-center justify-center gap-2 text-link"
      >
        <Download className="size-4" aria-hidden />
        {t('shop.save')}
      </a>
    </>
  );
}

type Answer = 'no-number' | 'none' | 'failed' | { orderId: string; isProven: boolean };

/** "Is my ticket in the list?", answered with a proof that is checked here. */
function FindTicket({ period }: { period: ShopPeriod }): ReactNode {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  // An answer is for the number that was asked about: with another one in the field it says nothing.
  const [found, setFound] = useState<{ typed: string; answer: Answer }>();
  const answer = found?.typed === typed ? found.answer : undefined;

  async function find(): Promise<void> {
    setBusy(true);
    setFound({ typed, answer: await findTicket(typed, period) });
    setBusy(false);
  }

  return (
    <Card className="flex flex-col gap-3" label={t('shop.inList')}>
      <Field
        label={t('shop.inList')}
        hint={t('shop.inListHint')}
        error={answer === 'no-number' ? t('shop.ticketDigits') : undefined}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
      />
      <Button look="secondary" isBusy={isBusy} onPress={() => void find()}>
        {t('shop.prove')}
      </Button>
      {answer === 'none' && <Banner tone="warn" title={t('shop.notInList')} />}
      {answer === 'failed' && <Banner tone="warn" title={t('shop.verifyUnable')} />}
      {typeof answer === 'object' && (
        <Banner
          tone={answer.isProven ? 'good' : 'danger'}
          title={t(answer.isProven ? 'shop.proven' : 'shop.notProven')}
        >
          <Raw>{answer.orderId}</Raw>
        </Banner>
      )}
    </Card>
  );
}

/** Tickets are numbered without gaps, and none is sold once there is a list: no answer about one of them means that none came. */
async function findTicket(typed: string, { periods_id: id, root, sold }: ShopPeriod): Promise<Answer> {
  const number = readWhole(typed);
  if (number === undefined) return 'no-number';
  if (number < 1 || number > sold) return 'none';
  const answer = await load().then(({ checkTicket }) => checkTicket(id, number, root ?? '')).catch(() => undefined); // oxfmt-ignore
  return answer ?? 'failed';
}
