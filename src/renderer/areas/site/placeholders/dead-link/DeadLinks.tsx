import { Placeholder } from '../Placeholder.tsx'
import { DEAD_LINK } from '../plans.ts'

/** A placeholder (A·§2). */
export const DeadLinks = () => <Placeholder plan={DEAD_LINK} />
