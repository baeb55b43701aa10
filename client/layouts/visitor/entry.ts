import '@/styles/theme.css';
import { enhance } from './enhance';

// The script of the visitor pages. Their markup is complete as sent, so it needs neither React nor Inertia.
enhance();
