// The page's one policy for trusted types: it vouches for addresses of this server and for nothing else.

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypesFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new Error('scripts come from this server only');
    return url;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory };
const policy = trustedTypes?.createPolicy('candor', rules) ?? rules;

/** For Worker and service workers. */
export const trustedScriptUrl = (url: string): string => policy.createScriptURL(url);
