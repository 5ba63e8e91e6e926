import { Navigate } from 'react-router-dom'

/** C·§2: this demo route is the program's own error page. */
export const Error403 = () => <Navigate to="/403" replace />
