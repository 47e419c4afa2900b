// A try of each role, which a demo alone offers. The chunk that this file becomes is sent by no other server (server/src/open-doors.ts).
import { operatorRoles, tryRole } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { demoCatalogues } from 'virtual:console-demo-texts';
import { roleNames } from '../session/role-names.ts';
import { storeMe } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import type demo from '../text/en/demo.json';
import { addTexts, useT } from '../text/texts.ts';
import { ButtonGrid } from '../ui/columns.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    demo: typeof demo;
  }
}

addTexts(demoCatalogues);

export function TryRoles(): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(tryRole);
  async function attempt(role: (typeof operatorRoles)[number], person: number): Promise<void> {
    const outcome = await send({ role, person });
    if (outcome?.ok) storeMe(outcome.data);
  }
  return (
    <TitledCard title={t('demo.tryAs')}>
      <Note>{t('demo.tryNote')}</Note>
      <ButtonGrid>
        {operatorRoles.flatMap((role) =>
          [1, 2].map((person) => (
            <Button
              key={`${role}${person}`}
              look="secondary"
              isSmall
              isDisabled={isSending}
              onPress={() => void attempt(role, person)}
            >
              {t('demo.person', { role: t(roleNames[role]), person })}
            </Button>
          )),
        )}
      </ButtonGrid>
    </TitledCard>
  );
}
