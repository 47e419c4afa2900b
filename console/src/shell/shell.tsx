// The frame for who is signed in: places by role with what waits there, the palette, and the page.
import { listQueues } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Text } from '@candor/web/ui/text.tsx';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { roleNames } from '../session/role-names.ts';
import { signOut, useMe } from '../session/session.ts';
import { StepUpDialog } from '../session/step-up-dialog.tsx';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Frame, PlacePage } from '../ui/frame.tsx';
import { Palette } from './palette.tsx';
import { placesOf } from './places.ts';
import { toggleTheme } from './theme.ts';

/** One cheap call for all queues; a socket would be told of every row of all of them. */
const countsEveryMs = 3_000;

export function Shell(): ReactNode {
  const [t, formats, me] = [useT(), useFormats(), useMe()];
  const places = placesOf(me.roles);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { data } = useRead(listQueues, {}, { everyMs: countsEveryMs });
  const countOf = (name: string) => {
    const waiting = data?.queues.find((queue) => queue.name === name)?.waiting ?? 0;
    return waiting === 0
      ? undefined
      : { figure: formats.whole(waiting), label: t('shell.waiting', { count: waiting }) };
  };
  const hasRole = me.roles.length > 0;
  const open = hasRole ? places : places.filter(({ isOwn }) => isOwn);
  const first = hasRole ? places[0] : undefined;
  return (
    <Frame
      name={t('shell.name')}
      navigation={t('shell.navigation')}
      skip={t('shell.skip')}
      links={places.map(({ name, title, icon }) => ({ to: `/${name}`, label: t(title), icon, count: countOf(name) }))}
      foot={
        <>
          <Button look="secondary" isSmall onPress={() => setPaletteOpen(true)}>
            {t('shell.palette')}
          </Button>
          <Button look="quiet" isSmall onPress={toggleTheme}>
            {t('shell.theme')}
          </Button>
          <Text size="small" tone="secondary" className="px-2 wrap-anywhere">
            {me.name}
          </Text>
          <Text size="tiny" tone="faint" className="px-2">
            {me.roles.map((role) => t(roleNames[role])).join(', ')}
          </Text>
          <Button look="quiet" isSmall onPress={() => void signOut()}>
            {t('shell.signOut')}
          </Button>
        </>
      }
    >
      <Routes>
        {open.map(({ name, screens }) => (
          <Fragment key={name}>
            {screens.map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Fragment>
        ))}
        {first && <Route path="/" element={<Navigate to={`/${first.name}`} replace />} />}
        <Route path="*" element={hasRole ? <Missing /> : <NoRoles />} />
      </Routes>
      <Palette places={places} isOpen={isPaletteOpen} onOpen={setPaletteOpen} />
      <StepUpDialog />
    </Frame>
  );
}

function NoRoles(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('shell.noRoles')}>
      <EmptyState title={t('shell.noRoles')} note={t('shell.noRolesNote')} />
    </PlacePage>
  );
}

function Missing(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('shell.missing')}>
      <EmptyState title={t('shell.missing')} />
    </PlacePage>
  );
}
