import { Placeholder } from '../Placeholder.tsx'
import { REDIRECT_301 } from '../plans.ts'

/** A placeholder (A·§2). */
export const Redirects = () => <Placeholder plan={REDIRECT_301} />
