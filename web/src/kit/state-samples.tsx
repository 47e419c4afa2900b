import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner, StateLine } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DrawnNumbers } from '../ui/drawn-numbers.tsx';
import { GoodPicture } from '../ui/good-picture.tsx';
import { List, Row } from '../ui/list.tsx';
import { QR } from '../ui/qr.tsx';
import { EmptyState, ErrorLine, ErrorState, Skeleton, SkeletonList } from '../ui/states.tsx';
import { Steps } from '../ui/steps.tsx';
import { Sample } from './sample.tsx';

export const StateSamples = (): ReactNode => (
  <>
    <Sample name="Lines">
      <StateLine tone="quiet" state="" market="Simulated market · test coins" />
      <StateLine tone="amber" state="Reconnecting…" market="Simulated market · test coins" />
      <StateLine tone="red" state="Prices delayed, orders paused" market="" />
    </Sample>
    <Sample name="Banners">
      <Banner tone="info" title="Where the decision is made">
        You can lose all that you stake.
      </Banner>
      <Banner tone="good" title="Recomputed in your browser">
        118 ticks, 2 sealed minutes, payout: agree
      </Banner>
      <Banner tone="warn">Orders are paused until prices come again.</Banner>
      <Banner tone="danger" title="Username or password error" />
    </Sample>
    <Sample name="Cards">
      <Card>Card</Card>
      <Card look="raised">Raised</Card>
      <Card look="gain">Gain</Card>
      <Card look="good">Good</Card>
    </Sample>
    <Sample name="List">
      <List isCard>
        <Row title="Login password" to="/loginpassword" />
        <Row title="Language" end="English" to="/language" />
        <Row title="Log out" tone="danger" onPress={() => undefined} />
      </List>
    </Sample>
    <WaitSamples />
    <Sample name="Goods and draws">
      <GoodPicture drawing="key" />
      <GoodPicture drawing="headphones" size="wide" />
      <DrawnNumbers label="Drawn" numbers={['3', '17', '42']} own="17" />
    </Sample>
    <Sample name="Steps">
      <Steps
        label="Withdrawal"
        now={2}
        steps={[
          { title: 'Review' },
          { title: 'Approved' },
          { title: 'Sent', note: 'Transaction 3f…9a' },
          { title: 'Confirmed' },
        ]}
      />
    </Sample>
    <Sample name="QR">
      <QR text="bc1qexampleexampleexampleexampleexample" label="Address as a QR code" />
    </Sample>
  </>
);

const WaitSamples = (): ReactNode => (
  <>
    <Sample name="Loading">
      <Skeleton className="h-24 w-full" />
      <SkeletonList rows={2} />
    </Sample>
    <Sample name="Empty and broken">
      <Card isFlush>
        <EmptyState icon={ReceiptText} title="No orders yet" action={<Button look="secondary">Place one</Button>} />
      </Card>
      <Card isFlush>
        <ErrorState title="Network error, please try again later" onRetry={() => undefined} />
      </Card>
      <Card>
        <ErrorLine text="Network error, please try again later" onRetry={() => undefined} isRetrying={false} />
      </Card>
    </Sample>
  </>
);
