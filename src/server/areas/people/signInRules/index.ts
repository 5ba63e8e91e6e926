/** Every demand on passwords, addresses and sessions stands here; signing in, changing, resetting and saving ask it. */
export { isTooOld, keepOldPassword, requireGoodPassword } from './newPassword.ts'
export { mayComeFrom, needsFactor, networkOf, requirePlace } from './places.ts'
export { readRules, type Rules, RULES_SETTING, rulesOf, saveRules } from './settings.ts'
