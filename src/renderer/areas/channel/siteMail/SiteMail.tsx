import { MailScreen } from '../shared/mail/MailScreen.tsx'

/** C·§2: mail between accounts. */
export const SiteMail = () => <MailScreen type="mail" />
