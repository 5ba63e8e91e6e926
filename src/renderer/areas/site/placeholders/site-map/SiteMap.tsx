import { Placeholder } from '../Placeholder.tsx'
import { SITE_MAP } from '../plans.ts'

/** A placeholder (A·§2). */
export const SiteMap = () => <Placeholder plan={SITE_MAP} />
