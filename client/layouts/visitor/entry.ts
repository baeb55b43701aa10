import '@/styles/theme.css';
import { enhance } from './enhance';

// What visitor pages load: they are whole as the server sends them, so neither React nor Inertia comes along.
enhance();
