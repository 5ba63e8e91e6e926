type Env = Readonly<Record<string, string | undefined>>

/** Azure Trusted Signing: who signs in, and with which of the account's certificates. */
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

/** Variables by which electron-builder finds an identity of Apple. */
const MAC_IDENTITY = ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN']
/**
 * Apple Silicon starts nothing that is not signed at all, and electron-builder signs nothing without an identity. An ad hoc
 * signature has no team, so that the validation of libraries must be off.
 */
const AD_HOC = [
  '-c.mac.identity=-',
  '-c.mac.entitlements=resources/mac/adHoc.plist',
  '-c.mac.entitlementsInherit=resources/mac/adHoc.plist',
]

/**
 * Arguments by which electron-builder signs: Windows packages in the cloud where all is there that it needs, Mac programs ad hoc
 * where no identity is.
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
