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

/** Arguments by which electron-builder signs Windows packages in the cloud; none without all that it needs. */
export function signingArguments(platform: NodeJS.Platform, env: Env): string[] {
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
