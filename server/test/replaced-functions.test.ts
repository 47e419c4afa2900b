// A migration that replaces a function repeats every rule of the version before: `create or replace` silently drops what is left out.
// Rules are compared by the text that they raise; whether the condition of a rule is still the same is for the review of the migration.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const directory = join(import.meta.dirname, '../migrations');

/** Rules that were given up on purpose, by function, each with the reason. */
const givenUp: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  operators_keep: {
    'what proves who an operator is can not be replaced':
      'since migration 0091 proofs are in tables of their own, and are replaced by their rules',
    'an operator keeps the name and the codes that were used':
      'the name is kept by the rule “an operator keeps the name, and accepts once”, codes by operator_authenticators',
  },
  withdrawal_places_take: {
    'an approved payment takes places of its network':
      'the rule “an approved payment takes places of its network, and so does an unsigned replacement” includes it since migration 0169',
  },
  withdrawals_keep: {
    'a withdrawal begins under review':
      'the rule “a withdrawal begins under review and under its terms” includes it since migration 0093',
  },
};

interface Version {
  migration: string;
  rules: readonly string[];
}

/** The versions of each function, the oldest first, with the texts that each version raises. */
function readVersions(): Map<string, Version[]> {
  const versions = new Map<string, Version[]>();
  for (const migration of readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const sql = readFileSync(join(directory, migration), 'utf8').replaceAll(/^\s*--.*$/gm, '');
    for (const [, name, , body] of sql.matchAll(
      /\bcreate\s+(?:or\s+replace\s+)?function\s+(\w+)\s*\([\s\S]*?\bas\s+(\$\w*\$)([\s\S]*?)\2/gi,
    )) {
      const rules = [...body!.matchAll(/\braise\s+exception\s+'((?:[^']|'')*)'/gi)].map(([, text]) => text!);
      versions.set(name!, [...(versions.get(name!) ?? []), { migration, rules }]);
    }
  }
  return versions;
}

const versions = readVersions();

test('the newest version of a function holds every rule of the versions before it', () => {
  const lost: string[] = [];
  for (const [name, all] of versions) {
    const newest = all.at(-1)!;
    for (const { migration, rules } of all.slice(0, -1))
      for (const rule of rules)
        if (!newest.rules.includes(rule) && !givenUp[name]?.[rule])
          lost.push(`${name} of ${newest.migration} lost the rule of ${migration}: ${rule}`);
  }
  assert.deepEqual(lost, [], 'repeat the rule in the newest version, or list it in givenUp with the reason');
});

test('what is listed as given up is a rule that an older version had and the newest has not', () => {
  for (const [name, rules] of Object.entries(givenUp)) {
    const all = versions.get(name) ?? [];
    for (const [rule, reason] of Object.entries(rules)) {
      assert.ok(reason.length > 20, `${name}: ${rule} needs a reason`);
      assert.ok(
        all.slice(0, -1).some((each) => each.rules.includes(rule)),
        `${name} never had the rule: ${rule}`,
      );
      assert.ok(!all.at(-1)!.rules.includes(rule), `${name} has the rule again: ${rule}`);
    }
  }
});

test('functions are found, with their versions', () => {
  assert.ok(versions.size > 100);
  assert.ok(versions.get('withdrawals_keep')!.length >= 3);
  assert.ok(versions.get('withdrawals_keep')!.at(-1)!.rules.length >= 4);
});
