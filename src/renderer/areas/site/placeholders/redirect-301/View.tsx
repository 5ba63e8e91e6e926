import { Placeholder } from '../Placeholder.tsx'
import { REDIRECT_301 } from '../plans.ts'

/** A placeholder (A·§2). */
export const View = () => <Placeholder plan={REDIRECT_301} />
