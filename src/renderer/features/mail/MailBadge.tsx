import { CounterBadge } from '@fluentui/react-components'
import { useMailCounts } from './useMailCounts.ts'

const Count = ({ count }: { count: number }) =>
  count === 0 ? null : <CounterBadge size="small" color="danger" count={count} overflowCount={99} />

/** How many mails are not read, for the navigation; nothing when all are. */
export const MailBadge = () => <Count count={useMailCounts().mail} />

/** The same of documents. */
export const DocumentBadge = () => <Count count={useMailCounts().circulationDocuments} />
