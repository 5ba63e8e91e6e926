/** The rules for passwords, addresses and sessions, shared by sign-in, password change, reset and account forms. */
export { isPasswordTooOld, saveOldPassword, requireGoodPassword } from './newPassword.ts'
export {
  isAddressAllowed,
  needsFactor,
  toNetwork,
  readRules,
  requireAllowedAddress,
  type Rules,
  RULES_SETTING,
  parseRules,
  saveRules,
} from './settings.ts'
