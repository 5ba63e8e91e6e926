import { Navigate } from 'react-router-dom'

/** C·§2: this demo route is the program's own error page. */
export const Error404 = () => <Navigate to="/404" replace />
