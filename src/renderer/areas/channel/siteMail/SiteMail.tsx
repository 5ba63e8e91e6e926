import { MailScreen } from '../shared/mail/MailScreen.tsx'

/** Mail between accounts (C·§2). */
export const SiteMail = () => <MailScreen type="mail" />
