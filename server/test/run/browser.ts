// The browser of the tests and the letters that it draws: a Chromium, and fonts of Debian that a configuration of their own names,
// so that neither what else the machine has nor what it lacks decides how wide a word is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { installPackages, isDebianRoot } from './debian-packages.ts';

/** A face for Latin letters, one of equal widths, and those of Arabic, of China, Japan and Korea. */
const fontPackages = ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-mono', 'fonts-dejavu-core'];
const configuration = join(import.meta.dirname, 'fonts.conf');
/** Another, with a wide face alone. */
const wideConfiguration = join(import.meta.dirname, 'wide-fonts.conf');
const faces = [
  '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  '/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf',
  '/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf',
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
];

/** Elsewhere than on Debian the machine's own fonts are taken. */
export function installFonts(): void {
  if (hasFonts() || !isDebianRoot()) return;
  console.error("The tests' fonts are not here: installing Debian's packages.");
  installPackages(...fontPackages);
}

/** What a program that drives the browser is run with. `isWhole`: with push and a camera, which the shell has not. */
export function browserEnvironment({ isWhole }: { isWhole: boolean }): Record<string, string> {
  installFonts();
  return {
    CANDOR_CHROMIUM: findChromium(isWhole),
    ...(hasFonts() && { FONTCONFIG_FILE: configuration, CANDOR_WIDE_FONTS: wideConfiguration }),
  };
}

const hasFonts = (): boolean => faces.every((face) => existsSync(face));
