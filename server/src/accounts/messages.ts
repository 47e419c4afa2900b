// The texts of mails and SMS, in every language of the app. A code stands in the first line, where a phone shows it.

export const languages = ['en', 'ja', 'ko', 'sv', 'ar', 'zh-Hant', 'de-CH'] as const;
export type Language = (typeof languages)[number];

export const noticeKinds = ['already-registered', 'password-changed', 'trade-password-locked'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
export type MessageKind = 'register-code' | NoticeKind;

interface Message {
  subject: string;
  text: string;
}

/** The language that a client's code stands for, in every spelling that clients send; English for any other. */
export function languageOf(code: string): Language {
  const known = languages.find((language) => language.toLowerCase() === code.trim().toLowerCase());
  return known ?? spellings[code.trim().toLowerCase().split(/[-_]/, 1)[0]!] ?? 'en';
}

const spellings: Readonly<Record<string, Language>> = {
  ja: 'ja',
  jp: 'ja',
  ko: 'ko',
  sv: 'sv',
  ar: 'ar',
  zh: 'zh-Hant',
  tw: 'zh-Hant',
  hk: 'zh-Hant',
  mo: 'zh-Hant',
  de: 'de-CH',
};

export function messageOf(kind: MessageKind, language: Language, code = ''): Message {
  const { subject, text } = messages[language][kind];
  return { subject, text: text.replace('{code}', code) };
}

const messages: Record<Language, Record<MessageKind, Message>> = {
  en: {
    'register-code': {
      subject: 'Your Candor code',
      text: '{code} is your Candor code.\nIt is valid for 10 minutes. Nobody from Candor will ever ask you for it.',
    },
    'already-registered': {
      subject: 'You already have a Candor account',
      text: 'Someone, perhaps you, tried to open a Candor account with your details. You have one already: just log in.\nIf it was not you, there is nothing to do.',
    },
    'password-changed': {
      subject: 'Your Candor password was changed',
      text: 'The login password of your Candor account was changed and all devices were logged out.\nIf it was not you, contact our support at once.',
    },
    'trade-password-locked': {
      subject: 'Your trade password is locked',
      text: 'A wrong trade password was entered five times. It is locked for 24 hours.\nIf it was not you, change your login password now.',
    },
  },
  ja: {
    'register-code': {
      subject: 'Candor の認証コード',
      text: '{code} が Candor の認証コードです。\n有効期限は10分です。Candor の担当者がコードをお尋ねすることはありません。',
    },
    'already-registered': {
      subject: 'Candor アカウントは登録済みです',
      text: 'お客様の情報で Candor アカウントの登録が試みられましたが、すでに登録されています。そのままログインしてください。\nお心当たりがない場合は、何もする必要はありません。',
    },
    'password-changed': {
      subject: 'Candor のパスワードが変更されました',
      text: 'Candor アカウントのログインパスワードが変更され、すべての端末からログアウトしました。\nお心当たりがない場合は、すぐにサポートまでご連絡ください。',
    },
    'trade-password-locked': {
      subject: '取引パスワードがロックされました',
      text: '取引パスワードが5回間違って入力されたため、24時間ロックされました。\nお心当たりがない場合は、今すぐログインパスワードを変更してください。',
    },
  },
  ko: {
    'register-code': {
      subject: 'Candor 인증 코드',
      text: '{code} 은(는) Candor 인증 코드입니다.\n10분 동안 유효합니다. Candor 직원은 절대 코드를 묻지 않습니다.',
    },
    'already-registered': {
      subject: '이미 Candor 계정이 있습니다',
      text: '회원님의 정보로 Candor 계정 가입이 시도되었습니다. 이미 계정이 있으니 바로 로그인하세요.\n본인이 아니라면 아무 조치도 필요하지 않습니다.',
    },
    'password-changed': {
      subject: 'Candor 비밀번호가 변경되었습니다',
      text: 'Candor 계정의 로그인 비밀번호가 변경되어 모든 기기에서 로그아웃되었습니다.\n본인이 아니라면 즉시 고객센터에 문의하세요.',
    },
    'trade-password-locked': {
      subject: '거래 비밀번호가 잠겼습니다',
      text: '거래 비밀번호가 5회 잘못 입력되어 24시간 동안 잠겼습니다.\n본인이 아니라면 지금 로그인 비밀번호를 변경하세요.',
    },
  },
  sv: {
    'register-code': {
      subject: 'Din Candor-kod',
      text: '{code} är din Candor-kod.\nDen gäller i 10 minuter. Ingen på Candor kommer någonsin att fråga efter den.',
    },
    'already-registered': {
      subject: 'Du har redan ett Candor-konto',
      text: 'Någon, kanske du, försökte öppna ett Candor-konto med dina uppgifter. Du har redan ett: logga bara in.\nOm det inte var du behöver du inte göra något.',
    },
    'password-changed': {
      subject: 'Ditt Candor-lösenord har ändrats',
      text: 'Inloggningslösenordet till ditt Candor-konto har ändrats och alla enheter har loggats ut.\nOm det inte var du, kontakta vår support genast.',
    },
    'trade-password-locked': {
      subject: 'Ditt handelslösenord är låst',
      text: 'Fel handelslösenord angavs fem gånger. Det är låst i 24 timmar.\nOm det inte var du, byt ditt inloggningslösenord nu.',
    },
  },
  ar: {
    'register-code': {
      subject: 'رمز Candor الخاص بك',
      text: '{code} هو رمز Candor الخاص بك.\nالرمز صالح لمدة 10 دقائق. لن يطلبه منك أي موظف في Candor أبدًا.',
    },
    'already-registered': {
      subject: 'لديك حساب Candor بالفعل',
      text: 'حاول شخص ما، ربما أنت، فتح حساب Candor ببياناتك. لديك حساب بالفعل، ويكفي تسجيل الدخول.\nإذا لم تكن أنت، فلا داعي لفعل أي شيء.',
    },
    'password-changed': {
      subject: 'تم تغيير كلمة مرور Candor',
      text: 'تم تغيير كلمة مرور الدخول إلى حسابك في Candor وتسجيل الخروج من جميع الأجهزة.\nإذا لم تكن أنت، فتواصل مع الدعم فورًا.',
    },
    'trade-password-locked': {
      subject: 'تم قفل كلمة مرور التداول',
      text: 'أُدخلت كلمة مرور تداول خاطئة خمس مرات، وتم قفلها لمدة 24 ساعة.\nإذا لم تكن أنت، فغيّر كلمة مرور الدخول الآن.',
    },
  },
  'zh-Hant': {
    'register-code': {
      subject: '您的 Candor 驗證碼',
      text: '{code} 是您的 Candor 驗證碼。\n10 分鐘內有效。Candor 人員絕不會向您索取驗證碼。',
    },
    'already-registered': {
      subject: '您已擁有 Candor 帳戶',
      text: '有人（可能是您本人）嘗試用您的資料註冊 Candor 帳戶。您已有帳戶，直接登入即可。\n若非您本人操作，無須採取任何行動。',
    },
    'password-changed': {
      subject: '您的 Candor 密碼已變更',
      text: '您的 Candor 帳戶登入密碼已變更，所有裝置均已登出。\n若非您本人操作，請立即聯絡客服。',
    },
    'trade-password-locked': {
      subject: '您的交易密碼已鎖定',
      text: '交易密碼連續五次輸入錯誤，已鎖定 24 小時。\n若非您本人操作，請立即變更登入密碼。',
    },
  },
  'de-CH': {
    'register-code': {
      subject: 'Ihr Candor-Code',
      text: '{code} ist Ihr Candor-Code.\nEr gilt 10 Minuten. Niemand von Candor wird Sie je danach fragen.',
    },
    'already-registered': {
      subject: 'Sie haben bereits ein Candor-Konto',
      text: 'Jemand, vielleicht Sie, wollte mit Ihren Angaben ein Candor-Konto eröffnen. Sie haben schon eines: Melden Sie sich einfach an.\nFalls Sie es nicht waren, müssen Sie nichts tun.',
    },
    'password-changed': {
      subject: 'Ihr Candor-Passwort wurde geändert',
      text: 'Das Login-Passwort Ihres Candor-Kontos wurde geändert, alle Geräte wurden abgemeldet.\nFalls Sie es nicht waren, melden Sie sich sofort bei unserem Support.',
    },
    'trade-password-locked': {
      subject: 'Ihr Handelspasswort ist gesperrt',
      text: 'Fünfmal wurde ein falsches Handelspasswort eingegeben. Es ist für 24 Stunden gesperrt.\nFalls Sie es nicht waren, ändern Sie jetzt Ihr Login-Passwort.',
    },
  },
};
