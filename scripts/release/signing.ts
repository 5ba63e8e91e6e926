type Env = Readonly<Record<string, string | undefined>>

/** Azure Trusted Signing: credentials, account and certificate profile. */
export const CLOUD_SIGNING = [
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'AZURE_SIGN_ENDPOINT',
  'AZURE_SIGN_ACCOUNT',
  'AZURE_SIGN_PROFILE',
  'AZURE_SIGN_PUBLISHER',
] as const

export const isSignedInCloud = (env: Env): boolean => CLOUD_SIGNING.every((name) => env[name])

/** Variables from which electron-builder finds an Apple identity. */
const MAC_IDENTITY = ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN']
/**
 * Apple Silicon refuses unsigned programs, and electron-builder signs nothing without an identity. An ad hoc signature
 * has no team, so library validation must be off.
 */
const AD_HOC = [
  '-c.mac.identity=-',
  '-c.mac.entitlements=resources/mac/adHoc.plist',
  '-c.mac.entitlementsInherit=resources/mac/adHoc.plist',
]

/**
 * Signing arguments for electron-builder: Windows packages are signed in the cloud if all variables are set, Mac
 * programs ad hoc without an identity.
 */
export function signingArguments(platform: NodeJS.Platform, env: Env): string[] {
  if (platform === 'darwin') return MAC_IDENTITY.some((name) => env[name]) ? [] : AD_HOC
  if (platform !== 'win32' || !isSignedInCloud(env)) return []
  const option = (name: string, variable: (typeof CLOUD_SIGNING)[number]): string =>
    `-c.win.azureSignOptions.${name}=${env[variable] ?? ''}`
  return [
    option('endpoint', 'AZURE_SIGN_ENDPOINT'),
    option('codeSigningAccountName', 'AZURE_SIGN_ACCOUNT'),
    option('certificateProfileName', 'AZURE_SIGN_PROFILE'),
    option('publisherName', 'AZURE_SIGN_PUBLISHER'),
  ]
}
