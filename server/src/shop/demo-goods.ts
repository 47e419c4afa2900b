// What the demo's shop offers, so that a newcomer finds periods that sell. All amounts are play money. Each good needs so many tickets that
// nobody gains by buying alone or last.
import { wad, type GoodDrawing, type GoodLanguage, type PrizeKind } from '@candor/wire';
import type { PeriodTerms } from './open-period.ts';
import { rebateOf, type Beacon } from './period.ts';

export interface DemoGood {
  goodId: string;
  level: number;
  drawing: GoodDrawing;
  terms: { price: string; tickets: number; ticketsMin: number; winners: number; rebateShare: string; prizeKind: PrizeKind; prize: string; minutes: number }; // oxfmt-ignore
  texts: Readonly<Record<GoodLanguage, readonly [name: string, description: string]>>;
}

const series = 10_000;
const drawDelayMs = 15_000;

export const demoGoods: readonly DemoGood[] = [
  {
    goodId: 'coins-5',
    level: 0,
    drawing: 'coins',
    terms: { price: '3', tickets: 3, ticketsMin: 2, winners: 1, rebateShare: '0.25', prizeKind: 'coin', prize: '5', minutes: 10 }, // oxfmt-ignore
    texts: {
      en: ['5 USDT at once', 'A short period: drawn every ten minutes, paid in USDT the moment it is drawn.'],
      ja: ['5 USDTをその場で', '10分ごとに抽選される短い回。当選と同時にUSDTで支払われます。'],
      ko: ['즉시 지급 5 USDT', '10분마다 추첨하는 짧은 회차입니다. 추첨과 동시에 USDT로 지급됩니다.'],
      sv: ['5 USDT direkt', 'En kort omgång: dras var tionde minut och betalas i USDT i samma stund.'],
      ar: ['5 USDT فورًا', 'دورة قصيرة: سحب كل عشر دقائق، والدفع بعملة USDT لحظة السحب.'],
      'zh-Hant': ['立即獲得 5 USDT', '短期抽獎：每十分鐘開獎一次，開獎當下即以 USDT 發放。'],
      'de-CH': [
        '5 USDT sofort',
        'Eine kurze Runde: alle zehn Minuten gezogen und im selben Moment in USDT ausbezahlt.',
      ],
    },
  },
  {
    goodId: 'headphones',
    level: 0,
    drawing: 'headphones',
    terms: { price: '5', tickets: 80, ticketsMin: 63, winners: 1, rebateShare: '0.2', prizeKind: 'good', prize: '250', minutes: 60 }, // oxfmt-ignore
    texts: {
      en: ['Wireless headphones', 'Over-ear, with noise cancelling and a case. Sent to you, or 250 USDT instead.'],
      ja: [
        'ワイヤレスヘッドホン',
        'ノイズキャンセリング搭載、ケース付き。お届け、または250 USDTの受け取りを選べます。',
      ],
      ko: ['무선 헤드폰', '노이즈 캔슬링 기능과 케이스가 포함됩니다. 배송받거나 대신 250 USDT를 받을 수 있습니다.'],
      sv: [
        'Trådlösa hörlurar',
        'Omslutande, med brusreducering och fodral. Skickas till dig, eller 250 USDT i stället.',
      ],
      ar: ['سماعات لاسلكية', 'سماعات رأس بخاصية إلغاء الضوضاء مع حقيبة. تُرسل إليك، أو تستلم 250 USDT بدلًا منها.'],
      'zh-Hant': ['無線耳罩式耳機', '具降噪功能，附收納盒。可寄送給您，或改領 250 USDT。'],
      'de-CH': [
        'Kabellose Kopfhörer',
        'Ohrumschliessend, mit Geräuschunterdrückung und Etui. Wir senden sie, oder Sie nehmen 250 USDT.',
      ],
    },
  },
  {
    goodId: 'security-key',
    level: 1,
    drawing: 'key',
    terms: { price: '3', tickets: 60, ticketsMin: 50, winners: 2, rebateShare: '0.2', prizeKind: 'good', prize: '60', minutes: 360 }, // oxfmt-ignore
    texts: {
      en: [
        'Pair of security keys',
        'Two hardware keys for signing in: one to carry, one to keep safe. Or 60 USDT instead.',
      ],
      ja: [
        'セキュリティキー2本組',
        'ログイン用のハードウェアキー2本。1本は持ち歩き、1本は保管用に。代わりに60 USDTも選べます。',
      ],
      ko: [
        '보안 키 2개 세트',
        '로그인용 하드웨어 키 2개: 하나는 휴대용, 하나는 보관용. 대신 60 USDT를 받을 수 있습니다.',
      ],
      sv: [
        'Två säkerhetsnycklar',
        'Två hårdvarunycklar för inloggning: en att bära med sig, en att förvara. Eller 60 USDT i stället.',
      ],
      ar: ['مفتاحا أمان', 'مفتاحان ماديان لتسجيل الدخول: واحد تحمله وآخر تحفظه. أو 60 USDT بدلًا منهما.'],
      'zh-Hant': ['安全金鑰一對', '兩把登入用的硬體金鑰：一把隨身，一把妥善保存。亦可改領 60 USDT。'],
      'de-CH': [
        'Zwei Sicherheitsschlüssel',
        'Zwei Hardwareschlüssel fürs Anmelden: einer für unterwegs, einer zum Aufbewahren. Oder 60 USDT.',
      ],
    },
  },
  {
    goodId: 'watch',
    level: 2,
    drawing: 'watch',
    terms: { price: '10', tickets: 60, ticketsMin: 56, winners: 1, rebateShare: '0.2', prizeKind: 'good', prize: '450', minutes: 1_440 }, // oxfmt-ignore
    texts: {
      en: ['Automatic watch', 'Steel case, sapphire glass, water-resistant to 100 m. Or 450 USDT instead.'],
      ja: ['自動巻き腕時計', 'ステンレスケース、サファイアガラス、100 m防水。代わりに450 USDTも選べます。'],
      ko: ['오토매틱 시계', '스틸 케이스, 사파이어 글라스, 100 m 방수. 대신 450 USDT를 받을 수 있습니다.'],
      sv: ['Automatiskt armbandsur', 'Stålboett, safirglas, vattentätt till 100 m. Eller 450 USDT i stället.'],
      ar: ['ساعة أوتوماتيكية', 'هيكل فولاذي وزجاج ياقوتي ومقاومة للماء حتى 100 متر. أو 450 USDT بدلًا منها.'],
      'zh-Hant': ['自動機械錶', '不鏽鋼錶殼、藍寶石鏡面、防水 100 公尺。亦可改領 450 USDT。'],
      'de-CH': ['Automatikuhr', 'Stahlgehäuse, Saphirglas, wasserdicht bis 100 m. Oder 450 USDT.'],
    },
  },
  {
    goodId: 'phone',
    level: 3,
    drawing: 'phone',
    terms: { price: '20', tickets: 100, ticketsMin: 75, winners: 1, rebateShare: '0.2', prizeKind: 'good', prize: '1200', minutes: 7 * 1_440 }, // oxfmt-ignore
    texts: {
      en: ['New phone', 'The current top model, in the colour that you choose. Or 1,200 USDT instead.'],
      ja: ['最新スマートフォン', '現行の最上位モデルをお好みの色で。代わりに1,200 USDTも選べます。'],
      ko: ['최신 스마트폰', '현행 최상위 모델을 원하는 색상으로 드립니다. 대신 1,200 USDT를 받을 수 있습니다.'],
      sv: ['Ny mobiltelefon', 'Den aktuella toppmodellen i den färg du väljer. Eller 1 200 USDT i stället.'],
      ar: ['هاتف جديد', 'أحدث طراز رائد باللون الذي تختاره. أو 1,200 USDT بدلًا منه.'],
      'zh-Hant': ['全新手機', '目前的旗艦機型，顏色任選。亦可改領 1,200 USDT。'],
      'de-CH': ['Neues Smartphone', 'Das aktuelle Topmodell in der Farbe Ihrer Wahl. Oder 1’200 USDT.'],
    },
  },
];

/** The terms of the period with this number. Later periods of the series open by themselves. */
export function demoTerms(
  { goodId, terms }: DemoGood,
  { number, beacon }: { number: number; beacon: Beacon },
): PeriodTerms {
  const { price, prize, rebateShare, minutes, ...counts } = terms;
  return {
    ...counts,
    goodId,
    number,
    series,
    price: wad(price),
    prize: wad(prize),
    rebate: rebateOf(wad(price), wad(rebateShare)),
    drawDelayMs,
    beacon,
    openMs: minutes * 60_000,
    paysBuyers: false,
  };
}
