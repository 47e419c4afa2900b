import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CameraView } from '../ui/camera-view.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ComparedFigures } from '../ui/compared-figures.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { TradePassword } from '../ui/passcode.tsx';
import { CropFrame } from '../ui/crop-frame.tsx';
import { leastLeft, wholePicture } from '../ui/crop-rules.ts';
import { PhotoField } from '../ui/photo-field.tsx';
import { ReviewStep } from '../ui/review-step.tsx';
import { Schedule } from '../ui/schedule.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { Slider } from '../ui/slider.tsx';
import { Table } from '../ui/table.tsx';
import { Sample } from './sample.tsx';

const income = [
  { key: '1', at: '2026-01-31T00:00:00Z', amount: '12.5', state: 'Paid', tone: 'good' },
  { key: '2', at: '2026-02-28T00:00:00Z', amount: '12.5', state: 'Waits for the end of its period', tone: 'secondary' },
  { key: '3', at: '2026-03-31T00:00:00Z', amount: '123456789.12345678', state: 'Late', tone: 'warn' },
] as const;

export const FormSamples = (): ReactNode => (
  <>
    <Choosing />
    <Reviewing />
    <Photos />
    <Cropping />
    <Sample name="Table, compared figures, schedule">
      <Table
        label="Terms"
        rows={['30', '90']}
        keyOf={(days) => days}
        columns={[
          { key: 'days', label: 'Lasts', cell: (days) => `${days} days` },
          { key: 'rate', label: 'A rate with a name that takes its time', cell: () => '0.35 %', isFigure: true },
          {
            key: 'least',
            label: 'At least',
            cell: () => <Money amount="100" coin="USDT" precision="short" size="small" hasCoin />,
            isFigure: true,
          },
        ]}
      />
      <ComparedFigures
        label="Candle"
        columns={['Before', 'After']}
        rows={[
          { label: 'High', before: '91,200.00', after: '90,919.00' },
          { label: 'Low', before: '90,507.00', after: '90,507.00' },
        ]}
      />
      <Schedule label="Income" coin="USDT" rows={income} sum="123456814.12345678" />
      <Schedule label="No income" coin="USDT" rows={[]} sum="0" />
    </Sample>
  </>
);

const photoWords = { choose: 'Choose photo', take: 'Take photo', turn: 'Turn', crop: 'Crop', again: 'Send again' };
const nothing = (): void => undefined;
const photo = {
  url: undefined,
  progress: undefined,
  state: undefined,
  words: photoWords,
  onFile: nothing,
  onTurn: nothing,
  onCrop: nothing,
};

const Photos = (): ReactNode => (
  <Sample name="Photo">
    <CameraView
      stream={undefined}
      label="Camera"
      aspect={0.75}
      frame={{ aspect: 1.586, share: 0.92 }}
      isGood
      hint="Hold the document inside the frame"
    />
    <PhotoField label="Front side" hint="All four corners in view." onRetry={undefined} {...photo} />
    <PhotoField
      {...photo}
      label="Back side"
      hint="All four corners in view."
      error="The server cannot be reached."
      progress={0.4}
      state="40 % uploaded"
      onRetry={nothing}
    />
  </Sample>
);

function Cropping(): ReactNode {
  const [crop, setCrop] = useState(wholePicture);
  return (
    <Sample name="Crop">
      <CropFrame
        url="/icon-192.png"
        label="Front side"
        crop={crop}
        least={leastLeft({ width: 192, height: 192 }, 48)}
        words={{ left: 'Left edge', top: 'Top edge', right: 'Right edge', bottom: 'Bottom edge' }}
        percent={(value) => `${value} %`}
        onChange={setCrop}
        onSize={nothing}
      />
    </Sample>
  );
}

function Choosing(): ReactNode {
  const [lots, setLots] = useState(3);
  const [agrees, setAgrees] = useState(false);
  return (
    <Sample name="Form">
      <Form label="Order" className="gap-3" onSubmit={() => undefined}>
        <Slider label="Lots" value={lots} min={1} max={10} onChange={setLots} />
        <Checkbox value={agrees} onChange={setAgrees} error={agrees ? undefined : 'Please agree first.'}>
          I agree
        </Checkbox>
        <SheetFoot>
          <Button type="submit" isWide>
            Continue
          </Button>
        </SheetFoot>
      </Form>
    </Sample>
  );
}

function Reviewing(): ReactNode {
  const ref = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [asks, setAsks] = useState(true);
  return (
    <Sample name="Review step">
      <ReviewStep
        form={{ form: { ref, onSubmit: () => undefined }, isSending: false, leaveReview: () => undefined }}
        label="Stake"
        confirm="Stake now"
        asking={{ label: 'Ask before each order', isOn: asks, onChange: setAsks }}
      >
        <Facts>
          <Fact label="You stake" note="until 31 March">
            <Money amount="100" coin="USDT" precision="short" hasCoin />
          </Fact>
        </Facts>
        <TradePassword label="Trade password" value={password} onChange={setPassword} />
      </ReviewStep>
    </Sample>
  );
}
