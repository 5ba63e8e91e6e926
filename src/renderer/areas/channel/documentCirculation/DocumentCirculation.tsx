import { MailScreen } from '../shared/mail/MailScreen.tsx'

/** C·§2: documents that go from account to account. */
export const DocumentCirculation = () => <MailScreen type="document" />
