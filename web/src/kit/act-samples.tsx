import { ArrowDown, ArrowUp, Bell, Clock, Gift, Search } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copied } from '../ui/copied.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { MenuTile } from '../ui/menu-tile.tsx';
import { Money } from '../ui/money.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastMs } from '../ui/toast.ts';
import { Sample } from './sample.tsx';

export function ActSamples(): ReactNode {
  return (
    <>
      <Buttons />
      <Sample name="Links and icons">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton icon={Search} label="Search" />
          <IconButton icon={Bell} label="News" isPressed />
          <IconButton icon={Bell} label="No news" isDisabled />
          <CopyButton text="bc1qexample" label="Address" />
          <Copied text="bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" label="Address" />
          <TextLink to="/home">A link</TextLink>
        </div>
        <div className="grid grid-cols-4 gap-2">
          <MenuTile icon={Clock} label="Seconds" to="/contracts" />
          <MenuTile icon={Gift} label="Shop" to="/indexGood" />
          <MenuTile icon={Clock} label="Round" to="/contracts" isRound />
          <MenuTile icon={Gift} label="A much longer name" to="/indexGood" isRound />
        </div>
      </Sample>
      <Overlays />
      <Sample name="Toasts">
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" onPress={() => toast.success('Logged in', toastMs.login)}>
            Success
          </Button>
          <Button look="secondary" onPress={() => toast.error('Username or password error')}>
            Error
          </Button>
          <Button look="secondary" onPress={() => toast.notice('You have been logged out. Please log in again.')}>
            Notice
          </Button>
          <Button look="secondary" onPress={() => setTimeout(toast.loading('Logging in…'), 3_000)}>
            Loading
          </Button>
        </div>
      </Sample>
    </>
  );
}

const Buttons = (): ReactNode => (
  <Sample name="Buttons">
    <Button isWide>Primary</Button>
    <Button isWide look="secondary">
      Secondary
    </Button>
    <div className="flex gap-2">
      <Button look="rise" icon={ArrowUp} note="win 8.50" className="flex-1">
        Up
      </Button>
      <Button look="fall" icon={ArrowDown} note="win 8.50" className="flex-1">
        Down
      </Button>
    </div>
    <div className="flex flex-wrap gap-2">
      <Button look="danger">Danger</Button>
      <Button look="quiet">Quiet</Button>
      <Button isSmall look="secondary">
        Small
      </Button>
      <Button isBusy>Busy</Button>
      <Button isDisabled>Disabled</Button>
      <Button to="/home" look="secondary">
        Link
      </Button>
    </div>
  </Sample>
);

function Overlays(): ReactNode {
  const [open, setOpen] = useState<'sheet' | 'dialog' | 'danger'>();
  const close = (): void => setOpen(undefined);
  const costs = (
    <Facts>
      <Fact label="You stake">
        <Money amount="10" coin="USDT" precision="short" hasCoin />
      </Fact>
      <Fact label="Lose at most" note="when the price goes the other way">
        <Money amount="10" coin="USDT" precision="short" hasCoin />
      </Fact>
    </Facts>
  );
  return (
    <Sample name="Sheet and dialog">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" className="flex-1" onPress={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Button look="secondary" className="flex-1" onPress={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button look="secondary" className="flex-1" onPress={() => setOpen('danger')}>
          Danger
        </Button>
      </div>
      <Sheet
        isOpen={open === 'sheet'}
        onClose={close}
        title="Order"
        note="BTC/USDT, up, 30 s"
        foot={
          <Button isWide onPress={close}>
            Confirm
          </Button>
        }
      >
        <Card look="sunk">{costs}</Card>
      </Sheet>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Place this order?"
        confirm="Place order"
        onConfirm={close}
      >
        {costs}
      </Dialog>
      <Dialog
        isOpen={open === 'danger'}
        onClose={close}
        title="Log out everywhere?"
        confirm="Log out"
        look="danger"
        onConfirm={close}
      >
        All other devices have to log in again.
      </Dialog>
    </Sample>
  );
}
