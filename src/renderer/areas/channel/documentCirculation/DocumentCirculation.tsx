import { MailScreen } from '../shared/mail/MailScreen.tsx'

/** Documents sent from account to account (C·§2). */
export const DocumentCirculation = () => <MailScreen type="document" />
