/** The full public address of a file. @param baseUrl of the connected server */
export function addressOf(baseUrl: string, accessPath: string): string {
  const base = `${baseUrl.replace(/\/+$/, '')}/`
  return URL.canParse(accessPath, base) ? new URL(accessPath, base).href : accessPath
}
