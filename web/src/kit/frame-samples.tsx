import { Bell, House, ReceiptText, ShieldCheck, Wallet } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { BrandHeader } from '../ui/brand-header.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Carousel } from '../ui/carousel.tsx';
import { Header } from '../ui/header.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Conversation, Message } from '../ui/message.tsx';
import { NoticeBar } from '../ui/notice-bar.tsx';
import { PageFoot } from '../ui/page-foot.tsx';
import { Picture } from '../ui/picture.tsx';
import { Rail } from '../ui/rail.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import { TitleButton } from '../ui/title-button.tsx';
import { CheckMark, Raw, Verdict } from '../ui/verdict.tsx';
import { WaitingRing } from '../ui/waiting-ring.tsx';
import { Sample } from './sample.tsx';

const places = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/orders', label: 'Orders', icon: ReceiptText },
  { to: '/asset', label: 'A longer name', icon: Wallet },
];

/** What is fixed to the screen elsewhere is fixed to this box. */
const Screen = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="relative h-28 overflow-hidden transform-gpu">{children}</div>
);

export function FrameSamples(): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  return (
    <>
      <Sample name="Headers">
        <BrandHeader name="Candor" note="Good morning" actions={<IconButton icon={Bell} label="News" />} />
        <Header title="Orders" back="/home" />
        <Header
          title="BTC/USDT"
          heading={
            <TitleButton hint="Choose a market" onPress={() => undefined}>
              BTC/USDT
            </TitleButton>
          }
        />
      </Sample>
      <Sample name="Conversation">
        <Conversation label="Messages">
          <Message isOwn author="You" at="10:02" body="Where is my deposit?" />
          <Message isOwn={false} author="Support" at="10:05" body={'It has arrived.\nPlease look again.'} />
        </Conversation>
      </Sample>
      <Sample name="Navigation, foot and notices">
        <Screen>
          <TabBar label="Main" items={places} />
          <Rail label="All" name="Candor" places={places} more={places} />
        </Screen>
        <Screen>
          <PageFoot>
            <Button isWide>Confirm</Button>
          </PageFoot>
        </Screen>
        <Screen>
          <NoticeBar action="Update" onAction={() => undefined}>
            A new version is ready.
          </NoticeBar>
        </Screen>
      </Sample>
      <Sample name="Verdicts and results">
        <Card look="good">
          <Verdict icon={ShieldCheck} tone="good" title="Verified" note={<Raw>ed25519:3f9a</Raw>} />
        </Card>
        <span className="flex flex-wrap gap-3">
          {(['good', 'note', 'bad'] as const).map((state) => (
            <CheckMark key={state} state={state} word={state} />
          ))}
          {(['accent', 'neutral', 'good', 'danger'] as const).map((tone) => (
            <RowIcon key={tone} icon={Bell} tone={tone} />
          ))}
        </span>
        <span className="flex flex-wrap gap-3">
          {(['busy', 'win', 'lose', 'tie', 'void'] as const).map((state) => (
            <WaitingRing key={state} state={state} />
          ))}
        </span>
        <Carousel
          label="Running orders"
          nameOf={(place, count) => `Order ${place} of ${count}`}
          cards={['first', 'second'].map((key) => ({ key, card: <Card>{key}</Card> }))}
        />
        <Picture
          label="Result"
          canvas={canvas}
          picture={{
            brand: 'Candor',
            title: 'BTC/USDT · 30 s',
            side: { text: 'Up', isUp: true },
            figure: '+8.50 USDT',
            move: 'up',
            points: [
              { x: 0, y: 1 },
              { x: 1, y: 0 },
            ],
            facts: [{ name: 'Entry', value: '90,000.00' }],
            foot: ['candor.example'],
            address: 'https://candor.example/#/verify',
            direction: 'ltr',
          }}
        />
      </Sample>
    </>
  );
}
