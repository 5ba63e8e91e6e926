import { ENTER_FRAGMENT, ENTER_PATH, PAGE_SECRET_HEADER } from '#shared/security/pageSecret.ts'

/** Enters a browser host by a launch address as its page does. Answers the headers that each call needs. */
export async function enterHost(
  launchAddress: string,
): Promise<{ origin: string; cookie: string; [h: string]: string }> {
  const { origin } = new URL(launchAddress)
  const entered = await fetch(launchAddress, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const code = entered.headers.get('location')?.split(ENTER_FRAGMENT)[1] ?? ''
  const admitted = await fetch(origin + ENTER_PATH, { method: 'POST', headers: { origin, cookie }, body: code })
  const { data } = (await admitted.json()) as { data: { secret: string } }
  return { origin, cookie, [PAGE_SECRET_HEADER]: data.secret }
}
