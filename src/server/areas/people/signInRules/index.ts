/** The rules for passwords, addresses and sessions, shared by sign-in, password change, reset and account forms. */
export { isTooOld, saveOldPassword, requireGoodPassword } from './newPassword.ts'
export {
  mayComeFrom,
  needsFactor,
  networkOf,
  readRules,
  requireAllowedAddress,
  type Rules,
  RULES_SETTING,
  rulesOf,
  saveRules,
} from './settings.ts'
