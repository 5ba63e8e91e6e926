/** Every demand on passwords, addresses and sessions stands here; signing in, changing, resetting and saving ask it. */
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
