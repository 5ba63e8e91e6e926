import { Placeholder } from '../Placeholder.tsx'
import { MENU_INFO } from '../plans.ts'

/** A placeholder (A·§2). */
export const MenuInfo = () => <Placeholder plan={MENU_INFO} />
