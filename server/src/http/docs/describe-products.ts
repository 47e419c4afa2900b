// The products as OpenAPI tags: what the calls of each are about.
import { isEndpoint } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { callsOf, type CallSection } from '../../kit/product.ts';

export const actionsTag = 'Actions';

/** In the order of the products. */
export function tagsOf(sections: readonly CallSection[]): { name: string; description: string }[] {
  const tags = sections.map((section) => ({ name: section.title, description: section.text + actionsOf(section) }));
  const hasActions = callsOf(sections).some((call) => !isEndpoint(call));
  return hasActions ? [...tags, { name: actionsTag, description: 'Calls without a path of their own.' }] : tags;
}

/** The section that each call stands in. */
export const tagByCall = (sections: readonly CallSection[]): ReadonlyMap<Action | Endpoint, string> =>
  new Map(sections.flatMap((section) => callsOf([section]).map((call) => [call, section.title] as const)));

function actionsOf(section: CallSection): string {
  const names = callsOf([section]).flatMap((call) => (isEndpoint(call) ? [] : [`\`${call.name}\``]));
  return names.length === 0 ? '' : ` Actions (\`POST /api/action\`): ${names.join(', ')}.`;
}
