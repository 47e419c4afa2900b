// A new address of the book: judged as it is typed by the rule of its network, proven, then on hold.
import { addAddress, aliasMax, getSecurity, queryAllUserAddress, queryWithdrawTerms } from '@candor/wire';
import type { WithdrawalWay } from '@candor/wire';
import type { ReactNode } from 'react';
import { useAsked, useKeptFields } from '../data/kept-fields.ts';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead, type DataOf } from '../data/use-read.ts';
import { ConfirmFields } from '../security/confirm-fields.tsx';
import { ownerProof } from '../security/owner-proof.ts';
import { noProof, payloadOfWholeProof } from '../security/proof-rules.ts';
import { coinsIn, wayOf } from '../deposits/deposit-ways.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Chips } from '../ui/choices.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { addressFault, writeTyped } from './address-rules.ts';
import { Guest } from './guest.tsx';
import { PayeeFields } from './payee-fields.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const isEnabled = user !== null && user.account_type !== '0';
  const terms = useRead(queryWithdrawTerms, { account_id: user?.account_id ?? '' }, { isEnabled });
  const security = useRead(getSecurity, {}, { isEnabled, freshMs: 0 });
  return (
    <Page title={t('withdrawals.add')} back="/address">
      {user === null ? (
        <Guest />
      ) : user.account_type === '0' ? (
        <Banner tone="warn">{t('refusals.experience-no-withdrawal')}</Banner>
      ) : (
        <Loaded read={terms}>
          {(found) => <Loaded read={security}>{(own) => <AddForm terms={found} security={own} />}</Loaded>}
        </Loaded>
      )}
    </Page>
  );
}

interface AddFormProps {
  terms: DataOf<typeof queryWithdrawTerms>;
  security: DataOf<typeof getSecurity>;
}

function AddForm({ terms, security }: AddFormProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const ways = terms.ways.filter(({ state }) => state !== 'off');
  const { way, setCoin, setNetwork } = useWay(ways);
  const proof = ownerProof('new-address', security);
  const form = useDraft({
    first: { address: '', tag: '', alias: '', ...noProof },
    keptAs: { name: `address ${way?.coin_code} ${way?.network}`, fields: ['address', 'tag', 'alias'] },
    judge: (fields) => ({
      ...proof.faults(fields),
      ...(way && addressFault(fields, way)),
      ...(fields.alias.trim() === '' ? { alias: { name: 'withdrawals.aliasMissing' as const } } : {}),
    }),
    call: addAddress,
    changes: [queryAllUserAddress],
    payloadOf: ({ address, tag, alias, ...typed }) =>
      way && {
        currency: way.coin_code,
        network: way.network,
        address: writeTyped({ address, tag }, way),
        alias: alias.trim(),
        ...payloadOfWholeProof(typed),
      },
    ...proof.refusals,
    fieldOf: (code) => (atAddress.has(code) ? 'address' : proof.refusals.fieldOf(code)),
    onDone() {
      toast.success(t('withdrawals.added'));
      navigate('/address');
    },
  });
  if (!way) return <Banner tone="warn">{t('withdrawals.allOff')}</Banner>;
  return (
    <Form label={t('withdrawals.add')} className="gap-4 pt-2" {...form.form}>
      <Chips label={t('withdrawals.coin')} value={way.coin_code} onChange={setCoin} choices={coinsIn(ways).map((code) => ({ value: code, label: code }))} />
      <Chips label={t('withdrawals.network')} value={way.network} onChange={setNetwork} choices={networksFor(ways, way)} />
      <PayeeFields way={way} address={form.field('address')} tag={form.field('tag')} />
      <Field
        label={t('withdrawals.alias')}
        hint={t('withdrawals.aliasHint')}
        autoComplete="off"
        maxLength={aliasMax}
        {...form.field('alias')}
      />
      <Note>{t('withdrawals.holdNote', { time: formats.duration(terms.hold_seconds * 1_000) })}</Note>
      {way.is_test && <Note>{t('withdrawals.holdDemo')}</Note>}
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('withdrawals.save')}
      </Button>
    </Form>
  );
} // oxfmt-ignore

/** What a link names, or was chosen last, else the first. */
function useWay(ways: readonly WithdrawalWay[]) {
  const [[coin, followCoin], [network, followNetwork]] = [useAsked('coin'), useAsked('network')];
  const [chosen, keep] = useKeptFields(
    { coin: '', network: '' },
    {
      name: 'address',
      fields: ['coin', 'network'],
      over: () => ({ ...(coin && { coin }), ...(network && { network }) }),
    },
  );
  return {
    way: wayOf(ways, { coin: chosen.coin || undefined, network: chosen.network }),
    setCoin: (next: string) => {
      followCoin(next);
      keep((now) => ({ ...now, coin: next }));
    },
    setNetwork: (next: string) => {
      followNetwork(next);
      keep((now) => ({ ...now, network: next }));
    },
  };
}

const atAddress: ReadonlySet<string> = new Set([
  'payee-malformed',
  'payee-needs-tag',
  'payee-refuses',
  'address-exists',
  'address-ours',
  'address-book-full',
]);

const networksFor = (ways: readonly WithdrawalWay[], { coin_code }: WithdrawalWay) =>
  ways
    .filter((each) => each.coin_code === coin_code)
    .map((each) => ({ value: each.network, label: each.network_title, note: each.token_standard ?? undefined }));
