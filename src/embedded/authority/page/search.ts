import { startPuzzle } from './puzzle.js';

startPuzzle();
