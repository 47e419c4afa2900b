// One article of the help center, and whether it helped.
import { voteHelp } from '@candor/wire';
import type { ContentDocument, HelpSection } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { Text } from '../ui/text.tsx';
import { DocumentView, Related, useDocument } from './document-view.tsx';
import { SharePage } from './share-page.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const { id = '' } = useParams();
  const read = useDocument('help', id);
  const title = read.data?.RESULT_LIST[0]?.title;
  const lineOf = ({ section }: ContentDocument): string => t(`content.section_${section as HelpSection}`);
  return (
    <Page title={t('shell.menuHelp')} back="/help" actions={title !== undefined && <SharePage title={title} />}>
      <DocumentView read={read} back="/help" lineOf={lineOf}>
        {(document) => (
          <>
            {user !== null && <Vote key={document.id} id={document.id} />}
            <Related document={document} to="/help" />
          </>
        )}
      </DocumentView>
    </Page>
  );
}

function Vote({ id }: { id: string }): ReactNode {
  const t = useT();
  const [isDone, setDone] = useState(false);
  const vote = useSend(voteHelp);
  const say = (helped: 'yes' | 'no') => () =>
    void vote.send({ help_id: id, helped }).then((outcome) => outcome?.ok && setDone(true));
  return (
    <div data-screen-only>
      <Card look="sunk" className="flex flex-wrap items-center justify-between gap-2">
        <Text weight="medium">
          <span role="status">{t(isDone ? 'content.thanks' : 'content.didHelp')}</span>
        </Text>
        {!isDone && (
          <div className="flex gap-2">
            <Button look="secondary" isSmall isDisabled={vote.isSending} onPress={say('yes')}>
              {t('content.yes')}
            </Button>
            <Button look="secondary" isSmall isDisabled={vote.isSending} onPress={say('no')}>
              {t('content.no')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
