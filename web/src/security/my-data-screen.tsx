// What is held about one: a copy of all of it to take along, and the way to the end of the account.
import { exportKeptDays, getDataExport, getSecurity, openDataExport, requestDataExport, type DataExport } from '@candor/wire'; // oxfmt-ignore
import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof, payloadOfProof } from './proof-rules.ts';
import type { SecondFactors } from './proof-rules.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';
import { sizeOf, stateOf } from './export-state.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const read = useRead(getDataExport, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.myData')} back="/security">
      <section className="pt-3">
        <Heading>{t('security.copyTitle')}</Heading>
        <Card className="flex flex-col gap-3">
          <Text as="p" tone="secondary">
            {t('security.copyText')}
          </Text>
          <Loaded read={read} skeleton={<SkeletonList rows={1} />}>
            {({ latest }) => <Copy latest={latest} />}
          </Loaded>
        </Card>
      </section>
      {user?.account_type === '1' && (
        <section className="mt-3">
          <Heading>{t('security.endTitle')}</Heading>
          <List isCard label={t('security.endTitle')}>
            <Row
              title={t('shell.closeAccount')}
              to="/close-account"
              start={<RowIcon icon={UserX} tone="danger" />}
              note={t('security.closeNote')}
            />
          </List>
        </section>
      )}
    </Page>
  );
}

function Copy({ latest }: { latest: DataExport | null }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [isOpen, setOpen] = useState(false);
  const request = useSend(requestDataExport, { changes: [getDataExport] });
  const state = stateOf(latest, serverNow());
  if (state === 'making')
    return (
      <Banner tone="info" title={t('security.makingTitle')}>
        {t('security.makingText')}
      </Banner>
    );
  if (state === 'none' || latest === null)
    return (
      <>
        <Button isWide isBusy={request.isSending} onPress={() => void request.send({})}>
          {t('security.request')}
        </Button>
        <Note>{t('security.requestNote', { days: exportKeptDays })}</Note>
      </>
    );
  const { unit, value } = sizeOf(latest.bytes!);
  return (
    <>
      <Banner tone="good" title={t('security.readyTitle')}>
        {t('security.readyText', {
          size: `${formats.decimal(String(value), { min: 0, max: 1 })} ${unit}`,
          time: formats.dateTime(latest.deleted_at!),
        })}
      </Banner>
      <Button icon={Download} isWide onPress={() => setOpen(true)}>
        {t('security.download')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('security.download')}>
        {isOpen && <DownloadPart exportId={latest.export_id} onDone={() => setOpen(false)} />}
      </Sheet>
    </>
  );
}

interface DownloadProps {
  exportId: string;
  onDone: () => void;
}

function DownloadPart(props: DownloadProps): ReactNode {
  const user = useUser();
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Loaded read={security} skeleton={<SkeletonList rows={2} />}>
      {(found) => <DownloadForm security={found} {...props} />}
    </Loaded>
  );
}

function DownloadForm({ exportId, onDone, security }: DownloadProps & { security: SecondFactors }): ReactNode {
  const t = useT();
  const proof = ownerProof('data-export', security);
  const form = useDraft({
    first: noProof,
    judge: proof.faults,
    call: openDataExport,
    payloadOf: (typed) => ({ ...payloadOfProof(typed), export_id: exportId }),
    ...proof.refusals,
    onDone({ path }) {
      saveFrom(path);
      onDone();
    },
  });
  return (
    <Form className="gap-4" {...form.form}>
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.downloadNow')}
      </Button>
    </Form>
  );
}

/** A download is no navigation: the sheet that closes goes back in the history, which would end one. */
function saveFrom(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
