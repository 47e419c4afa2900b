// A document is handed in: what stands on it, a picture of each side, and the whole once more before it goes.
import { documentKinds, getAuthentication, insertAuthentication, needsBack, updateAuthentication, type Authentication } from '@candor/wire'; // oxfmt-ignore
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useDraft, type Draft } from '../data/use-draft.ts';
import { usePicture } from '../data/use-picture.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CountryPicker } from '../ui/country-picker.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Picker } from '../ui/picker.tsx';
import { ReviewStep } from '../ui/review-step.tsx';
import { Heading, Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { draftOf, faultsOf, fieldOf, isGone, payloadOf, type DocumentDraft } from './document-rules.ts';
import { documentAspects } from './frame-rules.ts';
import { PictureField } from './picture-field.tsx';

const defaultCountry = 'JP';

export function DocumentForm({ latest, age_min: ageMin }: Authentication): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const form = useDraft({
    first: () => draftOf(latest, defaultCountry),
    // Its number is shown nowhere once it has been typed, and left nowhere.
    keptAs: { name: 'document', fields: ['country', 'kind', 'name', 'birthDate'] },
    judge: (draft) => faultsOf(draft, { today: new Date(serverNow()).toISOString().slice(0, 10), ageMin }),
    call: latest === null ? insertAuthentication : updateAuthentication,
    changes: [getAuthentication],
    payloadOf: (draft) => payloadOf(draft, accountId),
    fieldOf: (code, _fields, facts) => fieldOf(code, facts),
    // What the server keeps no longer is not handed in once more.
    onRefused({ code, facts }, set) {
      const side = fieldOf(code, facts);
      if (code === 'picture-missing' && side !== undefined) set({ [side]: '' });
    },
    review: { isOn: true },
    onDone: () => void toast.success(t('identity.handedIn')),
  });
  const front = usePicture((path) => form.set({ front: path }));
  const back = usePicture((path) => form.set({ back: path }));
  if (form.isReviewing) {
    return (
      <ReviewStep form={form} label={t('identity.review')} confirm={t('identity.submit')}>
        <DocumentFacts {...form.fields} />
        <Note>{t('identity.reviewNote')}</Note>
      </ReviewStep>
    );
  }
  const hasBack = needsBack(form.fields.kind);
  const aspect = documentAspects[hasBack ? 'card' : 'page'];
  return (
    <Form label={t('identity.formTitle')} className="gap-3" {...form.form}>
      <DocumentFields form={form} />
      <Heading>{t('identity.pictures')}</Heading>
      <PictureField
        label={t(hasBack ? 'identity.front' : 'identity.photoPage')}
        aspect={aspect}
        picture={front}
        field={form.field('front')}
        isGone={isGone(latest, 'front')}
      />
      {hasBack && (
        <PictureField
          label={t('identity.back')}
          aspect={aspect}
          picture={back}
          field={form.field('back')}
          isGone={isGone(latest, 'back')}
        />
      )}
      <Note>{t('identity.privacy')}</Note>
      <Button type="submit" isWide isDisabled={front.progress !== undefined || back.progress !== undefined}>
        {t('identity.next')}
      </Button>
    </Form>
  );
}

function DocumentFields({ form }: { form: Draft<DocumentDraft> }): ReactNode {
  const t = useT();
  const kinds = documentKinds.map((kind) => ({ value: kind, label: t(`identity.kind_${kind}`) }));
  return (
    <>
      <CountryPicker
        isPlain
        label={t('identity.country')}
        value={form.fields.country}
        onChange={form.field('country').onChange}
      />
      <Picker
        label={t('identity.kind')}
        items={kinds}
        value={form.fields.kind}
        onChange={form.field('kind').onChange}
      />
      <Field
        label={t('identity.number')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        {...form.field('number')}
      />
      <Field
        label={t('identity.name')}
        hint={t('identity.nameHint')}
        autoComplete="name"
        spellCheck={false}
        enterKeyHint="next"
        {...form.field('name')}
      />
      <Field label={t('identity.birthDate')} type="date" autoComplete="bday" {...form.field('birthDate')} />
    </>
  );
}

/** What stands on the document, as it was typed. */
function DocumentFacts({ country, kind, number, name, birthDate }: DocumentDraft): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Card look="sunk">
      <Facts>
        <Fact label={t('identity.country')}>{formats.country(country)}</Fact>
        <Fact label={t('identity.kind')}>{t(`identity.kind_${kind}`)}</Fact>
        <Fact label={t('identity.number')}>
          <bdi dir="ltr">{number}</bdi>
        </Fact>
        <Fact label={t('identity.name')}>
          <bdi>{name}</bdi>
        </Fact>
        <Fact label={t('identity.birthDate')}>{formats.date(`${birthDate}T12:00:00Z`)}</Fact>
      </Facts>
    </Card>
  );
}
