import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { AgainButton } from '../ui/again-button.tsx';
import { AmountField } from '../ui/amount-field.tsx';
import { Chips, Segmented } from '../ui/choices.tsx';
import { CountryPicker } from '../ui/country-picker.tsx';
import { Field } from '../ui/field.tsx';
import { FileField } from '../ui/file-field.tsx';
import { FieldIcon } from '../ui/field-icon.tsx';
import { SecondFactor, TradePassword } from '../ui/passcode.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { PickerList } from '../ui/picker-sheet.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { Sample } from './sample.tsx';

export function InputSamples(): ReactNode {
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState('123');
  const [country, setCountry] = useState('JP');
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Sample name="Field">
        <Field label="E-mail" hint="We send a code there" placeholder="you@example.com" />
        <Field label="Invitation code" isOptional />
        <Field label="Search" hidesLabel type="search" start={<FieldIcon icon={Search} />} />
        <Field label="E-mail" error="Invalid email format" defaultValue="nobody" />
        <Field label="Off" disabled defaultValue="Not now" />
        <TextArea label="Message" value={text} onChange={setText} hint="As many lines as it takes" />
        <PasswordField label="Password" strengthOf={password} value={password} onChange={setPassword} />
      </Sample>
      <Amounts />
      <Sample name="Trade password and second factor">
        <SecondFactor label="Verification code" value={code} onChange={setCode} hint="Sent to you" />
        <TradePassword
          label="Trade password"
          value={secret}
          onChange={setSecret}
          error="A trade password is exactly six digits."
        />
      </Sample>
      <Files />
      <Choices />
      <Sample name="Country and switch">
        <CountryPicker value={country} onChange={setCountry} />
        <div className="flex items-end gap-2">
          <CountryPicker value={country} onChange={setCountry} isAreaCode />
          <div className="min-w-0 flex-1">
            <Field label="Phone" inputMode="tel" dir="ltr" />
          </div>
        </div>
        <PickerList
          label="Countries"
          items={[
            { value: 'JP', label: 'Japan' },
            { value: 'SE', label: 'Sweden', note: 'Sverige' },
          ]}
          value={country}
          onChange={setCountry}
        />
        <Switch label="Red up" note="Rising prices are red" isOn={isOn} onChange={setOn} />
        <Switch label="Off for now" isOn={false} isDisabled onChange={setOn} />
      </Sample>
    </>
  );
}

const nothing = (): void => undefined;

function Files(): ReactNode {
  const field = useRef<HTMLButtonElement>(null);
  return (
    <Sample name="File">
      <FileField ref={field} label="Choose a file" note="It stays on this device" accept=".json" onFile={nothing} />
      <AgainButton isBusy={false} onPress={nothing} next={field}>
        Send again
      </AgainButton>
      <FileField isBusy label="Choose a picture" note="It is being sent" accept=".jpg" onFile={nothing} />
    </Sample>
  );
}

function Amounts(): ReactNode {
  const [stake, setStake] = useState('10');
  const [amount, setAmount] = useState('');
  return (
    <Sample name="Amount">
      <AmountField
        label="Stake"
        coin="USDT"
        value={stake}
        onChange={setStake}
        step="10"
        min="10"
        hint="Lose at most what you stake"
      />
      <AmountField label="Amount" coin="BTC" value={amount} onChange={setAmount} max="0.00412000" />
      <AmountField
        label="Amount"
        coin="XRP"
        value="100000"
        onChange={() => undefined}
        error="Insufficient balance, available: 12.5 XRP"
      />
    </Sample>
  );
}

function Choices(): ReactNode {
  const [product, setProduct] = useState('seconds');
  const [duration, setDuration] = useState('30');
  const [stake, setStake] = useState('10');
  return (
    <Sample name="Segmented and chips">
      <Segmented
        label="Product"
        value={product}
        onChange={setProduct}
        choices={[
          { value: 'seconds', label: 'Seconds' },
          { value: 'cfd', label: 'CFD' },
        ]}
      />
      <Chips
        label="Duration"
        value={duration}
        onChange={setDuration}
        choices={['30', '60', '120', '180', '300'].map((value) => ({ value, label: `${value}s`, note: '85%' }))}
      />
      <Chips
        label="Stake"
        isEven
        value={stake}
        onChange={setStake}
        choices={['10', '50', '100', '500', 'Max'].map((value) => ({
          value,
          label: value,
          isDisabled: value === '500',
        }))}
      />
    </Sample>
  );
}
